-- Reports a lease, decides the items of one client in order, and grants a lease, at one instant, exactly as `model.ts`
-- does. It runs after `leases.lua`.
-- KEYS  account, month, sequence, open leases, the last lease of the holder, commands, then the records of the families
--       that the command names; with holds or idempotency keys: the holds, the key window and the keys
--       (`held-calls.lua`)
-- ARGV  "sequence at month limits forced expires keepSequence kinds time process extras" (expires: when the counters of
--       the month do; time: "-" is Redis's own; extras: number of keys behind the families),
--       the watermark "epoch base admitted creditsEpoch creditsBase taken" or "",
--       the items in order as "kind count kind count ...",
--       the lease part or "" (`leases.lua`),
--       per kind "charge cost family cap row" (family and row are positions; row 0 is a probe, which takes nothing),
--       followed by " hold key place print" for a hold (milliseconds) or an idempotency key (a position); "-" for none,
--       the names of the usage rows, the field with the day's number of rows, and the reported rows (`leases.lua`)
-- Returns "duplicate", "limits", "day <time>" or "unknown", or the state it decided on, from which the process builds the
-- verdicts.

local WATERMARK = '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$'
local FIRST_FAMILY = 7
local DAY_MS = 86400000

local sequence, at, month, version, forced, expires, keepSequence, kinds, clock, process, extras =
  match(ARGV[1], '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
at, forced, kinds = tonumber(at), forced == '1', tonumber(kinds)
local lastFamily = #KEYS - extras
local familyCount = lastFamily - FIRST_FAMILY + 1

if tonumber(sequence) <= lastSequence(call('GET', KEYS[3])) then return 'duplicate' end

local account = call('HMGET', KEYS[1], 'limits', 'credits', 'recalled')
local limits, credits = account[1], account[2]
if not limits then return 'limits' end
local held, quota, q, w, mode, granted, ceiling = match(limits, LIMITS)
if tonumber(held) < tonumber(version) then return 'limits' end

local time = storeTime(clock)
local now = time * 1000
-- The day of a call is that of the store, whatever clock its gateway has.
if kinds > 0 and not forced and math.floor(time / DAY_MS) ~= math.floor(at / DAY_MS) then
  return format('day %.0f', time)
end

local part = readPart(ARGV[4])
local firstRow = 5 + kinds
local lastArgument = #ARGV - 2 * part.rows
local stored = call('HMGET', KEYS[2], 'counter', unpack(ARGV, firstRow, lastArgument))
local counter = stored[1]
if not counter or not credits then return 'unknown' end
local epoch, bi, bo, bc, ai, ao, ac, ri, ro, rc = match(counter, COUNTER)
local creditsEpoch, creditsBase, creditsTaken, creditsReturned = match(credits, CREDITS)
local watermarkEpoch, watermarkBase, watermarkAdmitted, watermarkCredits, watermarkCreditsBase, watermarkTaken = match(ARGV[2], WATERMARK)
if watermarkEpoch ~= epoch or bi + bo ~= tonumber(watermarkBase) or ai + ao < tonumber(watermarkAdmitted)
  or watermarkCredits ~= creditsEpoch or tonumber(creditsBase) ~= tonumber(watermarkCreditsBase) or tonumber(creditsTaken) < tonumber(watermarkTaken) then
  return 'unknown'
end

quota, q, w, ceiling = tonumber(quota), tonumber(q), tonumber(w), tonumber(ceiling)
local interval = q and math.ceil(w * 1000000 / q) or 0
local latest = q and now + q * interval
local recalled = tonumber(account[3]) or 0
local used = bi + bo + ai + ao - ri - ro
local spendable = granted - (creditsBase + creditsTaken - creditsReturned)
local included, overage, paid = 0, 0, 0

local texts = familyCount > 0 and call('MGET', unpack(KEYS, FIRST_FAMILY, lastFamily)) or {}
local tats, months, units, inMonth, holds, changed = {}, {}, {}, {}, {}, {}
for family = 1, familyCount do
  local tat, of, ofMonth, rest = match(texts[family] or NEW_FAMILY, FAMILY)
  tats[family], months[family], units[family] = tonumber(tat), of, tonumber(ofMonth)
  inMonth[family] = of >= month and units[family] or 0
  if rest ~= '' then holds[family] = readHolds(rest)
  elseif latest and tats[family] > latest then
    -- A bucket is never emptier than empty.
    tats[family], changed[family] = latest, true
  end
end

-- Counts units, paid by limits with this quota and mode.
local function pay(amount, byQuota, byMode)
  local within = byQuota and min(amount, max(0, byQuota - used)) or amount
  local credit = byMode == 'credits' and min(amount - within, max(0, spendable)) or 0
  included, overage, paid = included + within, overage + amount - within, paid + credit
  used, spendable = used + amount, spendable - credit
end

-- Counts units for the cap of a family. It never returns to an earlier month.
local function countForCap(family, amount)
  inMonth[family] = inMonth[family] + amount
  months[family] = months[family] > month and months[family] or month
  units[family], changed[family] = inMonth[family], true
end

local entries, book = call('HGETALL', KEYS[4]), nil
if part.given or #entries > 0 or next(holds) then
  book = openBook({
    part = part, month = month, epoch = epoch, limits = limits, version = tonumber(held), recalled = recalled,
    quota = quota, q = q, mode = mode, ceiling = ceiling, interval = interval, latest = latest, now = now, time = time,
    keep = secondsToKeep(expires, time), families = {tats = tats, months = months, holds = holds, changed = changed},
    used = function() return used, spendable end, pay = pay, countForCap = countForCap,
  }, entries, lastArgument)
end
local began = book and book.report()
if began then stored = call('HMGET', KEYS[2], 'counter', unpack(ARGV, firstRow, lastArgument)) end

local marks, keys, repeats, newHolds
if extras ~= '0' then
  marks, repeats, newHolds = {}, {}, {}
  keys = openKeys(lastFamily + 2, extras - 2, time)
end

local charges, costs, families, caps, rows, taken = {}, {}, {}, {}, {}, {}
for kind = 1, kinds do
  local charge, cost, family, cap, row, rest = match(ARGV[4 + kind], '^(%S+) (%S+) (%S+) (%S+) (%S+)(.*)$')
  charges[kind], costs[kind], families[kind] = tonumber(charge), tonumber(cost), tonumber(family)
  caps[kind], rows[kind], taken[kind] = tonumber(cap), tonumber(row), 0
  if rest ~= '' then
    local hold, key, place, print = match(rest, '^ (%S+) (%S+) (%S+) (%S+)$')
    local mark = {hold = tonumber(hold), key = tonumber(key), place = tonumber(place), print = print, probe = row == '0'}
    marks[kind], repeats[kind] = mark, 0
  end
end

-- Whether an item is admitted at this TAT, while leases hold `beside` units.
local function passes(kind, cost, tat, beside)
  local cap = caps[kind]
  if q and max(now, tat) + interval - now > q * interval then return false end
  if cap and inMonth[families[kind]] + cost > cap then return false end
  local total = used + beside
  if ceiling and total + cost > ceiling then return false end
  if mode ~= 'soft' and quota then
    local beyond = cost - min(cost, max(0, quota - total))
    if beyond > 0 and (mode == 'block' or beyond > spendable - (beside - min(beside, max(0, quota - used)))) then
      return false
    end
  end
  return true
end

-- Holds the units that an item took, which were paid so.
local function hold(kind, position, i, o, c)
  local mark, family = marks[kind], match(KEYS[FIRST_FAMILY - 1 + families[kind]], '}:key:(.*)$')
  local once = ''
  if mark.key then
    once = format('%s %.0f %s', match(KEYS[lastFamily + 2 + mark.key], '}:once:(.*)$'), mark.place, mark.print)
  end
  local head = format('%.0f 0 %s %s %.0f %.0f %.0f', time + mark.hold, month, epoch, i, o, c)
  newHolds[#newHolds + 1] = process .. '/' .. sequence .. '/' .. position
  newHolds[#newHolds + 1] = table.concat({head, family, once, ARGV[firstRow + rows[kind] - 1]}, '\n')
end

local probes, position = 0, 0
local counting, seen = {}, {}
for kind, count in string.gmatch(ARGV[3], '(%d+) (%d+)') do
  kind = tonumber(kind)
  local charge, family, row = charges[kind], families[kind], rows[kind]
  count = tonumber(count)
  local mark, first = marks and marks[kind], position
  position = position + count
  local probe = row == 0
  if probe then count, probes = costs[kind] > 0 and 1 or 0, probes + count end
  for item = 1, count do
    -- Everything is checked before anything is taken. A refusal changes nothing, so the equal items after it are
    -- refused too.
    local tat = book and book.boundedTat(family) or tats[family]
    local cost, units = costs[kind], charge
    local found = mark and mark.key and keys.look(mark)
    if found == 'refused' then break end
    if found == 'charged' then cost, units = 0, 0 end
    if not forced and not passes(kind, cost, tat, book and book.units or 0) then
      if book and passes(kind, cost, tat - book.returnable(family), book.silentUnits) then book.wantsRecall = true end
      break
    end
    if probe then break end
    local i, o, c = included, overage, paid
    if q and not forced then tats[family], changed[family] = max(now, tat) + interval, true end
    pay(units, quota, mode)
    taken[kind] = taken[kind] + 1
    if mark then
      if found == 'charged' then repeats[kind] = repeats[kind] + 1 end
      if mark.key then keys.take(mark, charge) end
      if mark.hold then hold(kind, first + item - 1, included - i, overage - o, paid - c) end
    end
    -- A late call counts for the later month's cap, unless it comes from a journal.
    if units > 0 and (months[family] <= month or not forced) then countForCap(family, units) end
  end
  -- Rows in the order in which the model creates them, which decides which ones still fit.
  if taken[kind] > 0 and not seen[row] then
    seen[row] = true
    counting[#counting + 1] = row
  end
end

local admitted, calls, charged = 0, {}, {}
for kind, count in ipairs(taken) do
  if count > 0 then
    local row = rows[kind]
    admitted, calls[row] = admitted + count, (calls[row] or 0) + count
    charged[row] = (charged[row] or 0) + (count - (repeats and repeats[kind] or 0)) * charges[kind]
  end
end

local leased = book and book.grant()

local toMonth = {}
if included + overage > 0 then
  toMonth[1] = 'counter'
  toMonth[2] = format(WRITE_COUNTER, epoch, bi, bo, bc, ai + included, ao + overage, ac + paid, ri, ro, rc)
end
local begun = tonumber(stored[lastArgument - firstRow + 2]) or 0
local ofDay = begun
for _, row in ipairs(counting) do
  local name, text = ARGV[firstRow + row - 1], stored[row + 1]
  if text or ofDay < DETAILED_ROWS then
    if not text then ofDay = ofDay + 1 end
    toMonth[#toMonth + 1] = name
    toMonth[#toMonth + 1] = counted(text, calls[row], charged[row])
  else
    local other, old, rowsNow = usageRow(KEYS[2], name, false, ofDay)
    call('HSET', KEYS[2], other, counted(old, calls[row], charged[row]))
    ofDay = rowsNow
  end
end
if ofDay > begun then
  toMonth[#toMonth + 1] = ARGV[lastArgument]
  toMonth[#toMonth + 1] = ofDay
end
if #toMonth > 0 then call('HSET', KEYS[2], unpack(toMonth)) end
if #counting > 0 or began then contain(KEYS[6], process, sequence, time, expires) end
if paid > 0 then
  local text = format(WRITE_CREDITS, creditsEpoch, creditsBase, creditsTaken + paid, creditsReturned)
  call('HSET', KEYS[1], 'credits', text)
end
for family in pairs(changed) do
  local text = format(WRITE_FAMILY, tats[family], months[family], units[family], writeHolds(holds[family]))
  call('SET', KEYS[FIRST_FAMILY - 1 + family], text, 'EX', secondsToKeep(expires, time))
end

local took = format('%.0f %.0f %.0f %.0f', admitted + probes, included, overage, paid)
for family = 1, familyCount do texts[family] = texts[family] or '' end
local answer = table.concat({took, limits, credits, counter, format('%.0f', time), unpack(texts)}, '\n')
if keys then
  keys.write()
  if #newHolds > 0 then call('HSET', KEYS[lastFamily + 1], unpack(newHolds)) end
  answer = table.concat({answer, keys.texts()}, '\n')
end
if leased then answer = answer .. leased end
call('SET', KEYS[3], sequence .. '\n' .. answer, 'EX', keepSequence)
return answer
