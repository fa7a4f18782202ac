# Evaluate or train with verifiers and prime-rl; without ids, the suite visgym/easy is played.
vf-eval visgym-verifiers -n 20 -m MODEL --client.base-url http://127.0.0.1:8000/v1 --no-push \
    --taskset.ids '["maze_2d/easy", "jigsaw/easy"]' --env.player.runtime.type subprocess
