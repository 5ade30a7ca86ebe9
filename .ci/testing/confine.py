"""Runs a command under the filters that systemd would make of a unit: confine.py UNIT COMMAND [ARGUMENT ...]

Families of sockets as RestrictAddressFamilies names them; system calls as SystemCallFilter does, where systemd-analyze is there
to say what is in its groups (else a line on standard error says so). What lies in folders, users and namespaces is not confined.
"""

import ctypes
import errno
import os
import re
import shutil
import socket
import subprocess
import sys

ALLOW = 0x7FFF0000
ERRNO = 0x00050000
EQUAL = 4


class Comparison(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


seccomp = ctypes.CDLL("libseccomp.so.2")
seccomp.seccomp_init.restype = ctypes.c_void_p


def load(default, rules):
    context = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(default)))
    for action, call, conditions in rules:
        number = seccomp.seccomp_syscall_resolve_name(call.encode())
        if number >= 0:
            array = (Comparison * len(conditions))(*conditions)
            if seccomp.seccomp_rule_add_array(context, ctypes.c_uint32(action), number, len(conditions), array) != 0:
                raise OSError(f"no rule for {call}")
    if seccomp.seccomp_load(context) != 0:
        raise OSError("the filter was refused")


def members(name):
    if not name.startswith("@"):
        return {name}
    said = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True)
    names = re.findall(r"^ +(\S+)$", said.stdout, re.M)
    return set().union(*(members(each) for each in names))


unit, *command = sys.argv[1:]
settings = re.findall(r"^(RestrictAddressFamilies|SystemCallFilter)=(.*)$", open(unit).read(), re.M)
families = {each for name, value in settings if name == "RestrictAddressFamilies" for each in value.split()}
calls = set()
if shutil.which("systemd-analyze") is None:
    print("no systemd-analyze here: system calls are not filtered", file=sys.stderr)
else:
    for name, value in settings:
        if name == "SystemCallFilter":
            named = set().union(*(members(each) for each in value.lstrip("~").split()))
            calls = calls - named if value.startswith("~") else calls | named

allowed = {int(getattr(socket, family)) for family in families}
refused = [(ERRNO | errno.EAFNOSUPPORT, "socket", [Comparison(0, EQUAL, family, 0)]) for family in range(46) if family not in allowed]
load(ALLOW, refused)
if calls:
    load(ERRNO | errno.EPERM, [(ALLOW, call, []) for call in sorted(calls)])
os.execvp(command[0], command)
