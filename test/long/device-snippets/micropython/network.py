"""What the snippet needs of a board's network, on a computer, which has one."""

STA_IF = 0


class WLAN:
    def __init__(self, interface):
        pass

    def active(self, is_active):
        pass

    def connect(self, name, password):
        pass
