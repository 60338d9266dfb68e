-- Precedes every script. The records of a client are texts of words with a space between them:
--   limits   version quota q w mode granted ceiling     ("-" where there is none)
--   credits  epoch base taken returned
--   counter  epoch base(3) admitted(3) returned(3)      (each: included overage credits)
--   family   tat month units                            ("-" before its first month)
--   usage    calls units                                (field "day\nkey\ncalculator\nstatus" of the month)
--   rows     a number: the usage rows of a day          (field "rows:day" of the month)
-- All numbers are integers below 2^53, which a double holds exactly. They are written by %.0f: Lua's own conversion to
-- a string keeps 14 digits only.

local call, format, match, max, min = redis.call, string.format, string.match, math.max, math.min

local LIMITS = '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$'
local CREDITS = '^(%S+) (%S+) (%S+) (%S+)$'
local COUNTER = '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$'
local FAMILY = '^(%S+) (%S+) (%S+)$'
local CHECKPOINTED_CREDITS = '^(%S+) (%S+) (%S+)$'
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

-- The names of the rows that count what has no row of its own: of all other calculators of the key, of all other keys.
local function otherRows(name)
  local day, key, calculator, status = match(name, '^([^\n]*)\n([^\n]*)\n([^\n]*)\n([^\n]*)$')
  local others = '\n' .. (calculator == '' and '' or OTHERS) .. '\n' .. status
  return day .. '\n' .. key .. others, day .. '\n' .. OTHERS .. others
end

-- The row that calls of a name are counted on, as `usage-rows.ts` finds it: its name, its text, and the number of rows
-- of the day with it. `text` is that of the row of this very name.
local function usageRow(month, name, text, rows)
  if text then return name, text, rows end
  if rows < DETAILED_ROWS then return name, false, rows + 1 end
  local ofKey, last = otherRows(name)
  text = call('HGET', month, ofKey)
  if text then return ofKey, text, rows end
  if rows < MOST_ROWS then return ofKey, false, rows + 1 end
  text = call('HGET', month, last)
  return last, text, text and rows or rows + 1
end

-- Counts calls of a name. A day that an earlier release began has no number of rows: only rows begun since then count.
local function countUsage(month, name, calls, units)
  local field = 'rows:' .. match(name, '^[^\n]*')
  local before = tonumber(call('HGET', month, field)) or 0
  local row, text, rows = usageRow(month, name, call('HGET', month, name), before)
  call('HSET', month, row, counted(text, calls, units))
  if rows > before then call('HSET', month, field, rows) end
end
