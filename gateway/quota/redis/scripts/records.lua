-- Prepended to every script. The records of a client are texts of words separated by spaces:
--   limits   version quota q w mode granted ceiling     ("-" for none)
--   credits  epoch base taken returned
--   counter  epoch base(3) admitted(3) returned(3)      (each: included overage credits)
--   family   tat month units                            ("-" before its first month), and for each lease that holds
--            tokens: |holder number tokens until interval
--   lease    number month epoch limits                  (the last of a process; its rows: calls units)
--   open     number month units seen asked              (by holder)
--   commands sequence at                                (by process: the last command that the month contains)
--   usage    calls units                                (field "day\nkey\ncalculator\nstatus" of the month)
--   rows     number of usage rows of a day              (field "rows:day" of the month)
-- All numbers are integers below 2^53, which a double holds exactly. They are formatted with %.0f, because Lua's own
-- conversion keeps only 14 digits.

local call, format, match, max, min = redis.call, string.format, string.match, math.max, math.min

local LIMITS = '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$'
local CREDITS = '^(%S+) (%S+) (%S+) (%S+)$'
local COUNTER = '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$'
local FAMILY = '^(%S+) (%S+) (%S+)(.*)$'
local CHECKPOINTED_CREDITS = '^(%S+) (%S+) (%S+)$'
local USAGE = '^(%S+) (%S+)$'
local NEW_FAMILY = '0 - 0'

local WRITE_CREDITS = '%s %.0f %.0f %.0f'
local WRITE_COUNTER = '%s %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f'
local WRITE_FAMILY = '%.0f %s %.0f%s'

-- The clock of the store, in milliseconds since 1970: Redis's own, unless a test gives the time.
local function storeTime(given)
  if given ~= '-' then return tonumber(given) end
  local instant = call('TIME')
  return instant[1] * 1000 + math.floor(instant[2] / 1000)
end

-- Seconds until counters expire at an instant, at least a day.
local function secondsToKeep(expires, now)
  return max(86400, math.ceil((expires - now) / 1000))
end

-- Adds to the usage row read as `text` (false if it does not exist).
local function counted(text, calls, units)
  local before, spent = match(text or '0 0', USAGE)
  return format('%.0f %.0f', before + calls, spent + units)
end

-- The last sequence of a process; its answer is in the lines after it.
local function lastSequence(text)
  return text and tonumber(match(text, '^%d+')) or 0
end

-- Notes the last command of a process that the counters of a month contain. Forgets processes that sent none for a day.
local function contain(commands, process, sequence, at, expires)
  if call('HSET', commands, process, sequence .. format(' %.0f', at)) == 0 then return end
  call('EXPIRE', commands, secondsToKeep(expires, at))
  if call('HLEN', commands) <= MOST_PROCESSES then return end
  local entries = call('HGETALL', commands)
  for index = 1, #entries, 2 do
    if at - match(entries[index + 1], '%d+$') > CONTAINED_MS then call('HDEL', commands, entries[index]) end
  end
end

-- The names of a row's overflow rows: for all other calculators of the key, and for all other keys.
local function otherRows(name)
  local day, key, calculator, status = match(name, '^([^\n]*)\n([^\n]*)\n([^\n]*)\n([^\n]*)$')
  local others = '\n' .. (calculator == '' and '' or OTHERS) .. '\n' .. status
  return day .. '\n' .. key .. others, day .. '\n' .. OTHERS .. others
end

-- Finds the row that counts calls of a name, as `usage-rows.ts` does. Returns its name, its text, and the day's number
-- of rows including it. `text` is that of the row with this exact name.
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

-- Counts calls of a name. A day started by an earlier release has no row count: only rows created since then count.
local function countUsage(month, name, calls, units)
  local field = 'rows:' .. match(name, '^[^\n]*')
  local before = tonumber(call('HGET', month, field)) or 0
  local row, text, rows = usageRow(month, name, call('HGET', month, name), before)
  call('HSET', month, row, counted(text, calls, units))
  if rows > before then call('HSET', month, field, rows) end
end
