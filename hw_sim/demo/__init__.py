"""`smarttable demo`: a club evening on this machine, through real serial lines, a real broker and the real desk.

It starts the product as a club would (`smarttable run`) and plays the room, the director and an MQTT subscriber.
Nothing of the product may live here.
"""
