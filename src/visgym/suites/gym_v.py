"""Gym-V: its environments by their published names, at three levels.

Every environment has one id of ours at each level; where several names are settings of one task,
the id has knobs.
"""

from __future__ import annotations

from dataclasses import replace

from visgym.suites.suite import Suite
from visgym.task_ids import Id

PUBLISHED = {
    # Algorithmic
    "AdditionTable": "addition_table/level_0",
    "BinaryMatrix": "binary_matrix/level_0",
    "CirculatingGrid": "circulating_grid/level_0",
    "CoinSquareGame": "coin_square_game/level_0",
    "FaceRightWay": "face_right_way/level_0",
    "GameOfLife": "game_of_life/level_0",
    "GraMinimaGame": "minima_game/level_0",
    "GridBFS": "grid_bfs/level_0",
    "GridLocalMinimumCounting": "grid_local_minimum_counting/level_0",
    "LandformGenerationCounting": "landform_counting/level_0",
    "LangtonAnt-QA": "langton_ant_qa/level_0",
    "Lifegame-QA": "life_game_qa/level_0",
    "MatrixPermBothDiag": "matrix_both_diagonals/level_0",
    "MatrixPermMainDiag": "matrix_main_diagonal/level_0",
    "MaxGridPathIntersection": "max_grid_paths/level_0",
    "MonochromeBlockCounting": "monochrome_towers/level_0",
    "RotateMatrix": "rotate_matrix/level_0",
    "RottenOranges": "rotten_oranges/level_0",
    "SpiralMatrix": "spiral_matrix/level_0",
    "StoneIntervalsGame": "stone_intervals_game/level_0",
    "TuringMachine2d-QA": "turing_machine_2d_qa/level_0",
    # ARC
    "Arc1D": "arc_1d/level_0",
    "ArcAgi": "arc_agi/level_0",
    "ReArc": "re_arc/level_0",
    # Cognition
    "FlowNetwork": "flow_network/level_0",
    "Hue-QA": "hue_qa/level_0",
    "Maze3D-QA": "maze_3d_qa/level_0",
    "OddOneOutPoly": "odd_one_out/level_0",
    "RectangleCount": "rectangle_count/level_0",
    "RubiksCube-QA": "rubiks_cube_qa/level_0",
    "SequenceCompletionPoly": "sequence_completion/level_0",
    "SymmetryFillPoly": "symmetry_fill/level_0",
    "TransformResultPoly": "transform_result/level_0",
    "TreeToTraversal": "tree_traversal/level_0",
    # Geometry
    "ConvexHull": "convex_hull/level_0",
    "LargestIsland": "largest_island/level_0",
    "LargestRectAmongPts": "largest_rectangle/level_0",
    "SkaRockGarden": "rock_garden/level_0",
    "SmallestCircle": "smallest_circle/level_0",
    "SumTriangleArea": "triangle_area_sum/level_0",
    "Tangram-QA": "tangram_qa/level_0",
    "VisibleLine": "visible_lines/level_0",
    # Graphs
    "FbiBinaryTree": "fbi_tree/level_0",
    "GraphContainTreeCount": "tree_embeddings/level_0",
    "GraphIsomorphism": "graph_isomorphism/level_0",
    "GridComponent": "grid_component/level_0",
    "HamiltonianPath": "cheapest_tour_walk/level_0",
    "LongestPath": "longest_path/level_0",
    "MaxAchromaticNumber": "achromatic_number/level_0",
    "MaximumClique": "maximum_clique/level_0",
    "MaxIndepSetGrid": "independent_cells/level_0",
    "MaxIndepSetTree": "independent_tree_set/level_0",
    "MaxWeightMatching": "weight_matching/level_0",
    "MinChromaticNumber": "chromatic_number/level_0",
    "MinDirSpanningTree": "min_arborescence/level_0",
    "MinSpanTreeCounting": "spanning_tree_count/level_0",
    "MixedGraphEulerian": "mixed_euler_circuit/level_0",
    "Patrol": "patrol/level_0",
    "ShortestPath": "grid_shortest_path/level_0",
    "TreeChangeEdgeDiam": "tree_rewire/level_0",
    "TreeColoring": "tree_two_groups/level_0",
    "TreeDistEqualTriad": "equidistant_triads/level_0",
    "TreeEvenPartition": "even_partition/level_0",
    "TreeTopoSeqCounting": "tree_orderings_count/level_0",
    "WeightedBinarytree": "best_binary_tree/level_0",
    # Logic
    "Binairo": "binairo/level_0",
    "BinarioNoAdjacency": "half_grid/level_0",
    "CampsitePuzzle": "campsite/level_0",
    "CircuitLogic": "circuit_logic/level_0",
    "Futoshiki": "futoshiki/level_0",
    "GridParityConstruction": "grid_parity/level_0",
    "Kakurasu": "kakurasu/level_0",
    "MagicSquarePuzzle": "magic_square/level_0",
    "MiniSudoku": "mini_sudoku/level_0",
    "NQueens": "n_queens/level_0",
    "Numbrix": "numbrix/level_0",
    "Renzoku": "renzoku/level_0",
    "SkyscraperPuzzle": "skyscrapers/level_0",
    "StarBattle": "star_battle_qa/level_0",
    "Survo": "survo/level_0",
    "Tents": "tents_qa/level_0",
    "Thermometers": "thermometers/level_0",
    # Puzzles
    "ChessRanger-QA": "chess_ranger_qa/level_0",
    "EightDigitPuzzle": "eight_puzzle/level_0",
    "Freecell-QA": "freecell_qa/level_0",
    "Jewel2-QA": "jewel_qa/level_0",
    "KloBlocks": "klo_blocks/level_0",
    "KnightSwap": "knight_swap/level_0",
    "Maze-QA": "maze_qa/level_0",
    "NinePuzzle": "torus_shift/level_0",
    "Pacman-QA": "pacman_qa/level_0",
    "PyramidChess-QA": "pyramid_chess_qa/level_0",
    "RhythmGame-QA": "rhythm_qa/level_0",
    "Snake-QA": "snake_qa/level_0",
    "SpaceInvaders-QA": "space_invaders_qa/level_0",
    "SpiderSolitaire-QA": "spider_qa/level_0",
    "Tetris-QA": "tetris_qa/level_0",
    "TetrisAttack": "pair_swaps/level_0",
    "TicTacToe-QA": "tic_tac_toe_qa/level_0",
    "TowerOfHanoi": "hanoi_plan/level_0",
    "Tsumego": "tsumego/level_0",
    "TwiddlePuzzle": "twiddle/level_0",
    "UltraTicTacToe-QA": "ultra_tic_tac_toe_qa/level_0",
    "WordSearch-QA": "word_search_qa/level_0",
    "Zuma-QA": "zuma_qa/level_0",
    # Games
    "Alquerque": "alquerque/level_0",
    "Breakthrough": "breakthrough/level_0",
    "Chess": "chess/level_0",
    "ConnectFour": "connect_four/level_0",
    "ConnectFourMultiAgent": "connect_four/level_0_outside",
    "Crosswords": "crosswords/level_0",
    "Crusade": "crusade/level_0",
    "FifteenPuzzle": "sliding_tile_puzzle/level_0",
    "FrozenLake": "frozen_lake/level_0",
    "Game2048": "game_2048/level_0",
    "GinRummy": "gin_rummy/level_0",
    "Go": "go/level_0",
    "LeducHoldem": "leduc_holdem/level_0",
    "LightsOut": "lights_out/level_0",
    "LinesOfAction": "lines_of_action/level_0",
    "Minesweeper": "minesweeper/level_0",
    "Nim": "nim/level_0",
    "Othello": "othello/level_0",
    "PegJump": "peg_jump/level_0",
    "RushHour": "rush_hour/level_0",
    "SimpleTak": "simple_tak/level_0",
    "Sokoban": "sokoban/level_0",
    "Sudoku": "sudoku/level_0",
    "TexasHoldem": "texas_holdem/level_0",
    "TexasHoldemNoLimit": "texas_holdem/level_0_no_limit",
    "TicTacToe": "tic_tac_toe/level_0",
    "TowerOfHanoiMultiTurn": "hanoi/level_0",
    "UltimateTicTacToe": "ultimate_tic_tac_toe/level_0",
    "WildTicTacToe": "wild_tic_tac_toe/level_0",
    "WordSearch": "word_search/level_0",
    "Wordle": "wordle/level_0",
    # Spatial
    "DoorKey": "door_key/level_0",
    "DynamicObstacles": "moving_obstacles/level_0",
    "Empty": "empty_room/level_0",
    "FourRooms2D": "four_rooms/level_0",
    "LavaGap": "lava_gap/level_0",
    "MultiRoom": "room_chain/level_0",
    "Unlock": "unlock_door/level_0",
    "CollectHealth": "roam_health/level_0",
    "FourRooms3D": "roam_rooms/level_0",
    "Hallway": "roam_hallway/level_0",
    "Maze": "roam_maze/level_0",
    "MazeS2": "roam_maze/level_0_two",
    "MazeS3": "roam_maze/level_0_three",
    "MazeS3Fast": "roam_maze/level_0_three_fast",
    "OneRoom": "roam_room/level_0",
    "OneRoomS6": "roam_room/level_0_small",
    "OneRoomS6Fast": "roam_room/level_0_small_fast",
    "PickupObjects": "roam_pickup/level_0",
    "PutNext": "roam_put_next/level_0",
    "RoomObjects": "roam_clutter/level_0",
    "Sidewalk": "roam_sidewalk/level_0",
    "Sign": "roam_sign/level_0",
    "TMaze": "roam_junction/level_0",
    "TMazeLeft": "roam_junction/level_0_t_left",
    "TMazeRight": "roam_junction/level_0_t_right",
    "ThreeRooms": "roam_rooms/level_0_three",
    "WallGap": "roam_gap/level_0",
    "YMaze": "roam_junction/level_0_y",
    "YMazeLeft": "roam_junction/level_0_y_left",
    "YMazeRight": "roam_junction/level_0_y_right",
    # Temporal
    "Airstriker": "arcade_shooter_up/level_0",
    "AlteredBeast": "arcade_brawler/level_0?style=orbs",
    "CastleOfIllusion": "arcade_platformer/level_0",
    "CastlevaniaBloodlines": "arcade_platformer/level_0?style=whip",
    "Columns": "arcade_columns/level_0",
    "DynamiteHeaddy": "arcade_platformer/level_0?style=heads",
    "GoldenAxe": "arcade_brawler/level_0?style=magic",
    "KidChameleon": "arcade_platformer/level_0?style=helmets",
    "MortalKombatII": "arcade_duel/level_0",
    "SpaceHarrierII": "arcade_rail_shooter/level_0",
    "StreetsOfRage2": "arcade_brawler/level_0?style=street",
    "Strider": "arcade_platformer/level_0?style=slash",
    "ThunderForceIII": "arcade_shooter_side/level_0",
}
"""The id at level_0 of each published name."""

LEVELS = ("level_0", "level_1", "level_2")


def at_level(id: str, level: str) -> str:
    """An id at another level, with its variant and its knobs.

    >>> at_level("max_grid_paths/level_0", "level_2")
    'max_grid_paths/level_2'
    >>> at_level("roam_room/level_0_small", "level_1")
    'roam_room/level_1_small'
    """
    known = Id.parse(id)
    return str(replace(known, preset=known.preset.replace(LEVELS[0], level)))


SUITES = [
    Suite(
        f"gym_v/{level}",
        tuple(dict.fromkeys(at_level(id, level) for id in PUBLISHED.values())),
        episodes=70,
        names={at_level(id, level): name for name, id in PUBLISHED.items()},
    )
    for level in LEVELS
]
