"""Smart Table's controller: what happened at a bridge table, what the Laws say of it, and whom to tell.

Packages stand in layers, and imports point inwards only:
cli > desk > adapters > service > ports > session > records > sensing > scoring > table > laws > model.
No device driver and no simulator may be imported here: they are found by entry points.
"""
