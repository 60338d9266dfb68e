-- Ends a hold whose call is charged, as `holds.ts` does.
-- KEYS  account, month, holds, record of the family, idempotency key (if the call has one)
-- ARGV  hold, epoch, "place print" of the idempotency key or ""
-- Returns "kept", "counted" or "gone".

local counter = call('HGET', KEYS[2], 'counter')
if not counter then return 'gone' end
local epoch, bi, bo, bc, ai, ao, ac, ri, ro, rc = match(counter, COUNTER)
if epoch ~= ARGV[2] then return 'gone' end
local text = call('HGET', KEYS[3], ARGV[1])
if not text then return 'kept' end
call('HDEL', KEYS[3], ARGV[1])
local place, print = match(ARGV[3], '^(%S+) (%S+)$')
if place then settlePlace(KEYS[5], place, print, 'c') end
local _, returned, month, _, included, overage, credits, _, _, row = match(text, HOLD)
if returned == '0' then return 'kept' end

-- It had returned by itself: its units are taken again, as they were paid before.
local units = included + overage
call('HSET', KEYS[2], 'counter', format(WRITE_COUNTER, epoch, bi, bo, bc, ai + included, ao + overage, ac + credits, ri, ro, rc))
countUsage(KEYS[2], row, 1, units)
local spent = tonumber(credits) > 0 and call('HGET', KEYS[1], 'credits')
if spent then
  local creditsEpoch, base, taken, back = match(spent, CREDITS)
  call('HSET', KEYS[1], 'credits', format(WRITE_CREDITS, creditsEpoch, base, taken + credits, back))
end
local family = call('GET', KEYS[4])
if family then
  local tat, familyMonth, used, holds = match(family, FAMILY)
  if familyMonth == month then
    call('SET', KEYS[4], format(WRITE_FAMILY, tat, familyMonth, used + units, holds), 'KEEPTTL')
  end
end
return 'counted'
