"""The director's desk: pages, JSON routes and the live stream.

A reader of the journal that keeps its own tables with the same `step`, and sends commands to the core over one
local socket. What a reader may see is asked of `controller.session`, never decided in a route.
"""
