#!/bin/sh
# Reads the settings, checks those of a role, and becomes the command: container.sh crawl, container.sh origin --host 0.0.0.0
set -eu
settings="${WEBOID_SETTINGS:-/run/secrets/settings}"
unset WEBOID_SETTINGS
if [ -e "$settings" ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    case "$line" in
      '' | '#'*) ;;
      *=*) export "${line?}" ;;
      *) echo "weboid: $settings has a line without =" >&2 && exit 2 ;;
    esac
  done < "$settings"
elif [ -z "${DATABASE_URL:-}" ]; then
  case "$1" in
    edge | check | -*) ;;
    # Without an address it would make a database of its own.
    *) echo "weboid: there is no $settings, and DATABASE_URL is not set" >&2 && exit 2 ;;
  esac
fi
case "$1" in
  feed | crawl | dispatch | maintain | archive | organisation | origin | edge)
    weboid config check --role "$1" >&2 ;;
esac
exec weboid "$@"
