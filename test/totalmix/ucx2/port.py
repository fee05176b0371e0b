"""The MIDI port: a pty in raw mode behind a symbolic link, which comes and goes with the plug."""
import errno
import os
import select
import selectors
import termios
import time
import tty

from .words import Messages

LOOK_S = 0.01
LONGEST_QUEUE = 1 << 20


class Port:
    def __init__(self, link, selector):
        self.link = link
        self.selector = selector
        self.master = None
        self.is_open = False
        self.look_due = None
        self.overruns = 0

    def plug_in(self):
        if self.master is not None:
            return
        self.master, slave = os.openpty()
        tty.setraw(slave)
        name = os.ttyname(slave)
        # from its first close on, the master says whether a host has the port open
        os.close(slave)
        os.set_blocking(self.master, False)
        self.close_host()
        # at once, and over what a simulator that was killed left
        temporary = f'{self.link}.{os.getpid()}'
        os.symlink(name, temporary)
        os.replace(temporary, self.link)

    def unplug(self):
        if self.master is None:
            return
        os.unlink(self.link)
        if self.is_open:
            self.selector.unregister(self.master)
        os.close(self.master)
        self.master = None
        self.is_open = False
        self.look_due = None

    def close_host(self):
        if self.is_open:
            self.selector.unregister(self.master)
            termios.tcflush(self.master, termios.TCIOFLUSH)
        self.is_open = False
        self.messages = Messages()
        self.queue = b''
        self.look_due = time.monotonic()

    def look_at(self):
        """When to look whether a host has opened the port: the kernel doesn't say so by itself."""
        return self.look_due

    def look(self, now):
        if self.look_due is None or now < self.look_due:
            return
        poll = select.poll()
        poll.register(self.master, select.POLLIN)
        if any(events & select.POLLHUP for _, events in poll.poll(0)):
            self.look_due = now + LOOK_S
        else:
            self.is_open = True
            self.look_due = None
            self.selector.register(self.master, selectors.EVENT_READ)

    def read(self):
        try:
            return self.messages.add(os.read(self.master, 65536))
        except BlockingIOError:
            return []
        except OSError as fault:
            if fault.errno != errno.EIO:
                raise
            self.close_host()
            return []

    def write(self, message):
        """What no host hears is gone. A host that doesn't read loses whole messages."""
        if not self.is_open:
            return
        if len(self.queue) + len(message) > LONGEST_QUEUE:
            self.overruns += 1
            return
        self.queue += message
        self.flush()

    def flush(self):
        if not self.is_open:
            return
        try:
            while self.queue:
                self.queue = self.queue[os.write(self.master, self.queue):]
        except BlockingIOError:
            pass
        except OSError as fault:
            if fault.errno != errno.EIO:
                raise
            self.close_host()
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self.queue else 0)
        self.selector.modify(self.master, wanted)
