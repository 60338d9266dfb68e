-- Precedes every script. The records of a client are texts of words with a space between them:
--   limits   version quota q w mode granted ceiling     ("-" where there is none)
--   credits  epoch base taken returned
--   counter  epoch base(3) admitted(3) returned(3)      (each: included overage credits)
--   family   tat month units                            ("-" before its first month)
--   usage    calls units
-- All numbers are integers below 2^53, which a double holds exactly. They are written by %.0f: Lua's own conversion to
-- a string keeps 14 digits only.

local call, format, match, max, min = redis.call, string.format, string.match, math.max, math.min

local LIMITS = '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$'
local CREDITS = '^(%S+) (%S+) (%S+) (%S+)$'
local COUNTER = '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$'
local FAMILY = '^(%S+) (%S+) (%S+)$'
local FOLDED_CREDITS = '^(%S+) (%S+) (%S+)$'
local USAGE = '^(%S+) (%S+)$'
local NEW_FAMILY = '0 - 0'

local WRITE_CREDITS = '%s %.0f %.0f %.0f'
local WRITE_COUNTER = '%s %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f'
local WRITE_FAMILY = '%.0f %s %.0f'

-- Adds to a usage row that was read as `text` (false: there is none).
local function counted(text, calls, units)
  local before, spent = match(text or '0 0', USAGE)
  return format('%.0f %.0f', before + calls, spent + units)
end

-- The last sequence of a process; its answer stands in the lines after it.
local function lastSequence(text)
  return text and tonumber(match(text, '^%d+')) or 0
end
