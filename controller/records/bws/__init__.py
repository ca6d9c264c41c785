"""`.bws` files of Bridgemate and of programs that work with them: read only; never tried on a club's file so far."""

from controller.records.bws.boards import boards_of, names_of, read_bws_boards
from controller.records.bws.evening import BwsEvening, read_bws

__all__ = ["BwsEvening", "boards_of", "names_of", "read_bws", "read_bws_boards"]
