from visgym.kit.arcade.screen import Screen
def scene(run, style, thorns):
    return Screen.of((100,150,200))
def dials(canvas, run, style, left): pass
