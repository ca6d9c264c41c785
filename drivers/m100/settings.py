"""What the settings file says about one module of the M100 and R200 family."""

from drivers.polling.settings import Kind

#: `dialect`: the bytes around a frame, found out by asking unless named. `polls`: inventories that make one round.
KIND = Kind(
    baud=115200,
    choices={"dialect": ("auto", "BB", "AA")},
    numbers={"polls": (1, 20)},
    defaults={"dialect": "auto", "polls": 3},
)
