#!/bin/sh
# Reads the settings, checks those of a role, and becomes the command: container.sh crawl, container.sh origin --host 0.0.0.0
# Or says whether an address answers well: container.sh health URL
set -eu
[ "${1:-}" != health ] || exec bun -e 'process.exit((await fetch(process.argv[1])).ok ? 0 : 1)' "$2"
fail() { echo "weboid: $1" >&2 && exit 2; }
settings="${WEBOID_SETTINGS:-/run/secrets/settings}"
unset WEBOID_SETTINGS
[ $# -gt 0 ] || fail "name a command, such as crawl or status"
[ ! -d "$settings" ] || fail "$settings is a folder, not a file of settings"
if [ -e "$settings" ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    case "$line" in
      '' | '#'*) ;;
      *=*) export "${line?}" ;;
      *) fail "$settings has a line without =" ;;
    esac
  done < "$settings"
fi
case "$1" in
  feed | crawl | dispatch | maintain | archive | organisation | origin | edge)
    weboid config check --role "$1" >&2 ;;
esac
case "$1" in
  edge | check | -*) ;;
  # Without an address it would make a database of its own.
  *)
    if [ -z "${DATABASE_URL:-}" ]; then
      [ ! -e "$settings" ] || fail "$settings names no DATABASE_URL"
      fail "there is no $settings, and DATABASE_URL is not set"
    fi
    ;;
esac
exec weboid "$@"
