-- Decides the items of one client in order, at one instant, exactly as `model.ts` does.
-- KEYS  account, month, sequence, then the records of the families that the items name
-- ARGV  "sequence at month limits forced keepFamilies keepSequence kinds",
--       the watermark "epoch base admitted creditsEpoch creditsBase taken" or "",
--       the items in order as "kind count kind count ...",
--       per kind "charge cost family cap row" (family and row are positions; row 0 is a probe, which takes nothing),
--       the names of the usage rows, and the field with the day's number of rows
-- Returns "duplicate", "limits" or "unknown", or the state it decided on, from which the process builds the verdicts.

local WATERMARK = '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$'

local sequence, at, month, version, forced, keepFamilies, keepSequence, kinds =
  match(ARGV[1], '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
at, forced, kinds = tonumber(at), forced == '1', tonumber(kinds)

if tonumber(sequence) <= lastSequence(call('GET', KEYS[3])) then return 'duplicate' end

local account = call('HMGET', KEYS[1], 'limits', 'credits', 'time')
local limits, credits = account[1], account[2]
if not limits then return 'limits' end
local held, quota, q, w, mode, granted, ceiling = match(limits, LIMITS)
if tonumber(held) < tonumber(version) then return 'limits' end

local firstRow = 4 + kinds
local stored = call('HMGET', KEYS[2], 'counter', unpack(ARGV, firstRow))
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
local interval = q and math.ceil(w * 1000000 / q)
local before = tonumber(account[3]) or 0
local time = max(before, at)
local now = time * 1000
local used = bi + bo + ai + ao - ri - ro
local spendable = granted - (creditsBase + creditsTaken - creditsReturned)

local texts = call('MGET', unpack(KEYS, 4))
local tats, months, units, held = {}, {}, {}, {}
for family = 1, #KEYS - 3 do
  local tat, of, ofMonth = match(texts[family] or NEW_FAMILY, FAMILY)
  tats[family], months[family], units[family] = tonumber(tat), of, tonumber(ofMonth)
  held[family] = of >= month and units[family] or 0
end
local charges, costs, families, caps, rows, taken = {}, {}, {}, {}, {}, {}
for kind = 1, kinds do
  local charge, cost, family, cap, row = match(ARGV[3 + kind], '^(%S+) (%S+) (%S+) (%S+) (%S+)$')
  charges[kind], costs[kind], families[kind] = tonumber(charge), tonumber(cost), tonumber(family)
  caps[kind], rows[kind], taken[kind] = tonumber(cap), tonumber(row), 0
end

local included, overage, paid, probes = 0, 0, 0, 0
local counting, seen = {}, {}
for kind, count in string.gmatch(ARGV[3], '(%d+) (%d+)') do
  kind = tonumber(kind)
  local charge, cost, family, cap = charges[kind], costs[kind], families[kind], caps[kind]
  count = tonumber(count)
  if rows[kind] == 0 then count, probes = 0, probes + count end
  for _ = 1, count do
    -- Everything is checked before anything is taken. A refusal changes nothing, so the equal items after it are
    -- refused too.
    if not forced then
      if q and max(now, tats[family]) + interval - now > q * interval then break end
      if cap and held[family] + cost > cap then break end
      if ceiling and used + cost > ceiling then break end
      if mode ~= 'soft' and quota then
        local beyond = cost - min(cost, max(0, quota - used))
        if beyond > 0 and (mode == 'block' or beyond > spendable) then break end
      end
      if q then tats[family] = max(now, tats[family]) + interval end
    end
    local within = quota and min(charge, max(0, quota - used)) or charge
    if within < charge then
      local credit = mode == 'credits' and min(charge - within, max(0, spendable)) or 0
      overage, paid, spendable = overage + charge - within, paid + credit, spendable - credit
    end
    included, used, taken[kind] = included + within, used + charge, taken[kind] + 1
    -- A family never returns to an earlier month: a late call counts for the later month's cap, unless it comes from a
    -- journal.
    if charge > 0 and (months[family] <= month or not forced) then
      held[family] = held[family] + charge
      months[family], units[family] = months[family] > month and months[family] or month, held[family]
    end
  end
  -- Rows in the order in which the model creates them, which decides which ones still fit.
  local row = rows[kind]
  if taken[kind] > 0 and not seen[row] then
    seen[row] = true
    counting[#counting + 1] = row
  end
end

local admitted, calls, charged, changed = 0, {}, {}, {}
for kind, count in ipairs(taken) do
  if count > 0 then
    local row, charge = rows[kind], charges[kind]
    admitted, calls[row] = admitted + count, (calls[row] or 0) + count
    charged[row] = (charged[row] or 0) + count * charge
    if charge > 0 or (q and not forced) then changed[families[kind]] = true end
  end
end

local toMonth = {}
if included + overage > 0 then
  toMonth[1] = 'counter'
  toMonth[2] = format(WRITE_COUNTER, epoch, bi, bo, bc, ai + included, ao + overage, ac + paid, ri, ro, rc)
end
local begun = tonumber(stored[#ARGV - firstRow + 2]) or 0
local ofDay = begun
for _, row in ipairs(counting) do
  local name, text = ARGV[firstRow + row - 1], stored[row + 1]
  if text or ofDay < DETAILED_ROWS then
    if not text then ofDay = ofDay + 1 end
    toMonth[#toMonth + 1] = name
    toMonth[#toMonth + 1] = counted(text, calls[row], charged[row])
  else
    local other, held, now = usageRow(KEYS[2], name, false, ofDay)
    call('HSET', KEYS[2], other, counted(held, calls[row], charged[row]))
    ofDay = now
  end
end
if ofDay > begun then
  toMonth[#toMonth + 1] = ARGV[#ARGV]
  toMonth[#toMonth + 1] = ofDay
end
if #toMonth > 0 then call('HSET', KEYS[2], unpack(toMonth)) end
if q and not forced and admitted > 0 then call('HSET', KEYS[1], 'time', format('%.0f', time)) end
if paid > 0 then
  local text = format(WRITE_CREDITS, creditsEpoch, creditsBase, creditsTaken + paid, creditsReturned)
  call('HSET', KEYS[1], 'credits', text)
end
for family in pairs(changed) do
  call('SET', KEYS[3 + family], format(WRITE_FAMILY, tats[family], months[family], units[family]), 'EX', keepFamilies)
end

local took = format('%.0f %.0f %.0f %.0f', admitted + probes, included, overage, paid)
for family = 1, #KEYS - 3 do texts[family] = texts[family] or '' end
local answer = table.concat({took, limits, credits, counter, format('%.0f', before), unpack(texts)}, '\n')
call('SET', KEYS[3], sequence .. '\n' .. answer, 'EX', keepSequence)
return answer
