"""What code tries in order to get out of its sandbox, and what must not come of it.

Code of an escape prints ESCAPED where it got what it was after. It may as well end its process,
be stopped, or be told an error.
"""

from __future__ import annotations

from textwrap import dedent
from typing import NamedTuple

ESCAPED = "ESCAPED"


class Escape(NamedTuple):
    """One attempt: its name, and code that says so where it succeeds."""

    name: str
    code: str


def _each(what: str, attempts: dict[str, str]) -> list[Escape]:
    return [Escape(f"{what}: {name}", dedent(code).strip()) for name, code in attempts.items()]


def _try(expression: str) -> str:
    """Code that escapes if an expression gives something."""
    told = "print('ESCAPED', str(found)[:80])"
    return f"import os, sys, ctypes\nfound = {expression}\n{told}"


def _call(number: str, *args: str) -> str:
    """Code that escapes if a system call does not fail; numbers are of x86_64 and aarch64."""
    given = ", ".join(args)
    return (
        "import ctypes, platform\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        f"number = {number}[platform.machine() != 'x86_64']\n"
        f"if libc.syscall(number{', ' + given if given else ''}) >= 0: print('ESCAPED')"
    )


FILES = _each(
    "files",
    {
        "passwords": _try("open('/etc/passwd').read()"),
        "shadow": _try("open('/etc/shadow').read()"),
        "host name": _try("open('/etc/hostname').read()"),
        "home": _try("os.listdir('/root/.ssh')"),
        "parent's memory": _try("open(f'/proc/{os.getppid()}/mem', 'rb')"),
        "first process": _try("open('/proc/1/environ', 'rb').read()"),
        "environment of all": _try("open('/proc/self/environ', 'rb').read()"),
        "own memory map": _try("open('/proc/self/maps').read()"),
        "kernel log": _try("open('/dev/kmsg').read(10)"),
        "disk": _try("open('/dev/vda', 'rb').read(10)"),
        "memory device": _try("open('/dev/mem', 'rb').read(10)"),
        "temporary files": _try("open('/tmp/escaped', 'w')"),
        "write into a package": _try("open(np.__file__, 'a')"),
        "write into the library": _try("open(os.__file__, 'a')"),
        "remove a package": _try("os.unlink(np.__file__) is None"),
        "change a mode": _try("os.chmod(np.__file__, 0o777) is None"),
        "way up": _try("os.listdir('/scratch/../etc')"),
        "symbolic link": """
            import os
            os.symlink('/etc/passwd', '/scratch/link')
            print('ESCAPED', open('/scratch/link').read()[:20])
        """,
        "hard link": """
            import os
            os.link('/etc/passwd', '/scratch/hard')
            print('ESCAPED', open('/scratch/hard').read()[:20])
        """,
        "link to a folder": """
            import os
            os.symlink('/root', '/scratch/home')
            print('ESCAPED', os.listdir('/scratch/home/.ssh'))
        """,
        "open handles": """
            import os
            for handle in range(1024):
                try:
                    kind = os.fstat(handle).st_mode
                except OSError:
                    continue
                if kind & 0o170000 != 0o010000: print('ESCAPED', handle, oct(kind))
        """,
        "device of one's own": _try(
            "os.mknod('/scratch/disk', 0o60600, os.makedev(254, 0)) is None"
        ),
        "packages beside": _try("__import__('pytest')"),
        "our package": _try("__import__('visgym').catalog"),
        "our package by its path": """
            import sys
            sys.path += [f'{each}/site-packages' for each in sys.path] + ['/usr/lib/python3']
            import visgym.core.episode
            print('ESCAPED')
        """,
    },
)
NETWORK = _each(
    "network",
    {
        "tcp": _try("__import__('socket').create_connection(('127.0.0.1', 22), 1)"),
        "udp": _try("__import__('socket').socket(2, 2)"),
        "raw": _try("__import__('socket').socket(2, 3, 1)"),
        "unix": _try("__import__('socket').socket(1, 1)"),
        "packets": _try("__import__('socket').socket(17, 3)"),
        "netlink": _try("__import__('socket').socket(16, 3)"),
        "a pair": _try("__import__('socket').socketpair()"),
        "names": _try("__import__('socket').getaddrinfo('example.org', 80)"),
        "a page": _try("__import__('urllib.request').request.urlopen('http://127.0.0.1', None, 1)"),
        "by hand": _call("(41, 198)", "2", "1", "0"),
        "rings": _call("(425, 425)", "8", "ctypes.create_string_buffer(200)"),
    },
)
PROCESSES = _each(
    "processes",
    {
        "fork": _try("os.fork()"),
        "fork bomb": """
            import os
            while True:
                os.fork()
                print('ESCAPED')
        """,
        "fork by hand": _call("(56, 220)", "17", "0", "0", "0", "0"),
        "clone3": _call("(435, 435)", "ctypes.create_string_buffer(88)", "88"),
        "daemon": """
            import os
            if not os.fork():
                os.setsid()
                if not os.fork():
                    while True: pass
            print('ESCAPED')
        """,
        "thread": """
            import threading
            threading.Thread(target=print, args=('ESCAPED',)).start()
        """,
        "a hundred threads": """
            import _thread
            for _ in range(100): _thread.start_new_thread(print, ('ESCAPED',))
        """,
        "another program": _try("__import__('subprocess').run(['/bin/sh', '-c', 'id'])"),
        "spawn": _try("os.posix_spawn(sys.executable, ['python', '-c', '1'], {})"),
        "exec": _try("os.execv('/bin/sh', ['sh'])"),
        "exec from memory": _call("(319, 279)", "b'x'", "0"),
        "many at once": _try("__import__('multiprocessing').Pool(2).map(abs, [1])"),
        "signal to all": _try("os.kill(-1, 9) is None"),
        "signal to the parent": _try("os.kill(os.getppid(), 9) is None"),
        "signal to the group": _try("os.killpg(0, 9) is None"),
        "signal by handle": _call("(434, 434)", "1", "0"),
        "signal by a pipe": """
            import fcntl, os
            fcntl.fcntl(4, fcntl.F_SETOWN, os.getppid())
            fcntl.fcntl(4, 10, 9)
            fcntl.fcntl(4, fcntl.F_SETFL, os.O_ASYNC)
            print('ESCAPED')
        """,
        "lock files of others": """
            import fcntl
            fcntl.flock(open(np.__file__), fcntl.LOCK_EX)
            print('ESCAPED')
        """,
        "leave the group": _try("os.setsid()"),
        "trace": _call("(101, 117)", "16", "1", "0", "0"),
        "read others' memory": _call("(310, 270)", "1", "0", "0", "0", "0", "0"),
        "priority": _try("os.nice(-5)"),
        "all processors": _try("os.sched_setaffinity(0, {0, 1}) is None"),
    },
)
RIGHTS = _each(
    "rights",
    {
        "be root": _try("os.setuid(0) is None"),
        "be root by hand": _call("(117, 147)", "0", "0", "0"),
        "mount": _call("(165, 40)", "b'tmpfs'", "b'/scratch'", "b'tmpfs'", "0", "0"),
        "change root": _try("os.chroot('/scratch') is None"),
        "other root": _call("(155, 41)", "b'.'", "b'.'"),
        "new namespaces": _call("(272, 97)", "0x10000000"),
        "another namespace": _call("(308, 268)", "3", "0"),
        "kernel programs": _call("(321, 280)", "0", "0", "0"),
        "name of the machine": _try("open('/proc/sys/kernel/hostname').read()"),
        "keys": _call("(250, 219)", "0", "-3", "0"),
        "measure the machine": _call("(298, 241)", "0", "0", "-1", "-1", "0"),
        "host name": _call("(170, 161)", "b'mine'", "4"),
        "the clock": _try("__import__('time').clock_settime(0, 0) is None"),
        "restart": _call("(169, 142)", "0xfee1dead", "672274793", "0x01234567", "0"),
        "wider limits": """
            import resource
            resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
            print('ESCAPED')
        """,
        "no filter": _call("(157, 167)", "22", "0", "0"),
        "outlive the parent": _call("(157, 167)", "1", "0", "0", "0", "0"),
        "calls of another machine": """
            import ctypes
            libc = ctypes.CDLL(None)
            if libc.syscall(0x40000000 + 39) >= 0: print('ESCAPED')
        """,
    },
)
RESOURCES = _each(
    "resources",
    {
        "endless loop": "while True: pass",
        "sleep for ever": "import time\nwhile True: time.sleep(1000)",
        "endless loop in C": "sum(iter(int, 1))",
        "a number without end": "10 ** 10 ** 10",
        "memory bomb": "x = []\nwhile True: x.append(bytearray(1 << 24))",
        "huge array": "x = np.ones((1 << 33,))\nx += 1\nprint('ESCAPED')",
        "huge text": "print('ESCAPED' if len('x' * (1 << 34)) else '')",
        "deep recursion": "def f(n): return f(n + 1)\nf(0)",
        "deep recursion without a limit": """
            import sys
            sys.setrecursionlimit(1 << 30)
            def f(n): return [f(n + 1)]
            f(0)
        """,
        "all handles": """
            import os
            many = []
            while len(many) < 5000: many.append(os.dup(0))
            print('ESCAPED')
        """,
        "full disk": """
            for number in range(100):
                with open(f'/scratch/{number}', 'wb') as file: file.write(bytes(1 << 20))
            print('ESCAPED')
        """,
        "one huge file": """
            with open('/scratch/huge', 'wb') as file: file.truncate(1 << 40)
            print('ESCAPED')
        """,
        "countless files": """
            for number in range(20000): open(f'/scratch/f{number}', 'w').close()
            print('ESCAPED')
        """,
        "flood of output": "for _ in range(1 << 18): print('x' * 1000)",
        "flood of pictures": "for _ in range(100): show(image)\nprint('ESCAPED')",
        "huge picture": "show(np.zeros((20000, 6000), np.uint8))",
        "crash": "import ctypes\nctypes.string_at(0)",
        "core of a crash": "import os\nos.abort()",
    },
)
PROTOCOL = _each(
    "protocol",
    {
        "forged answer": """
            import os, struct
            text = b'{"id": "0", "text": "ESCAPED", "pictures": []}'
            os.write(4, struct.pack('>I', len(text)) + text)
        """,
        "forged length": "import os\nos.write(4, b'\\xff' * 4096)",
        "answer without an end": "import os\nwhile True: os.write(4, b'\\x00\\x00\\x00\\x02{}')",
        "pickled answer": "import os, pickle\nos.write(4, pickle.dumps(print))",
        "huge picture claimed": """
            import os, struct
            text = b'{"id": "0", "text": "", "pictures": [[1000000, 1000000]]}'
            os.write(4, struct.pack('>I', len(text)) + text)
        """,
        "deep JSON": """
            import os, struct
            text = b'[' * 100000
            os.write(4, struct.pack('>I', len(text)) + text)
        """,
        "closed pipes": "import os\nos.closerange(0, 64)",
        "read the next request": "import os\nprint('ESCAPED', os.read(3, 100))",
        "other output": "import sys\nsys.stdout = None\nprint('x')\n1",
        "other tools of the harness": """
            import gc, sys
            for each in gc.get_objects():
                if type(each).__name__ == 'Session': each.settings = {}
            frame = sys._getframe()
            while frame: frame = frame.f_back
            print('harmless')
        """,
        "secrets of the harness": """
            import gc, os
            dicts = [each for each in gc.get_objects() if type(each) is dict]
            held = repr(dict(os.environ)) + repr(dicts[:2000])
            if '-'.join(['TOP', 'SECRET']) in held: print('ESCAPED')
        """,
        "last words": """
            import atexit, os
            atexit.register(lambda: os.write(4, b'ESCAPED'))
            raise SystemExit(3)
        """,
        "quiet end": "import os\nos._exit(0)",
        "loud end": "import os\nos._exit(137)",
        "all errors": "raise BaseException('x' * 100000)",
        "an error that fails": """
            class Bad(Exception):
                def __str__(self): raise MemoryError
            raise Bad
        """,
        "a value that fails": """
            class Bad:
                def __repr__(self): raise SystemExit
            Bad()
        """,
        "endless value": """
            class Bad:
                def __repr__(self): return 'x' * (1 << 26)
            Bad()
        """,
    },
)
ESCAPES = [*FILES, *NETWORK, *PROCESSES, *RIGHTS, *RESOURCES, *PROTOCOL]
