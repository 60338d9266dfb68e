-- Returns a reservation to the month, credits and family it was taken from, as `give-back.ts` does.
-- KEYS  account, month, sequence, record of the family, holds, idempotency key (if the call has one)
-- ARGV  sequence (0 for a hold that returns by itself), month, epoch, "included overage credits", usage row of the returned call, usage row of the final
--       status, seconds to keep the sequence, the hold or "", "place print" of the idempotency key or "", the time

local sequence, month, of = ARGV[1], ARGV[2], ARGV[3]
local name, byItself = ARGV[8], sequence == '0'
if not byItself and tonumber(sequence) <= lastSequence(call('GET', KEYS[3])) then return 'duplicate' end
local hold, till = name ~= '' and call('HGET', KEYS[5], name), nil
if byItself then
  till = hold and match(hold, '^(%S+) 0')
  if not till or storeTime(ARGV[10]) < tonumber(till) then return 'duplicate' end
end
local counter = call('HGET', KEYS[2], 'counter')
local epoch, bi, bo, bc, ai, ao, ac, ri, ro, rc = match(counter or '', COUNTER)
if epoch ~= of then
  if byItself then call('HDEL', KEYS[5], name) end
  return 'gone'
end
-- A hold that is gone was kept or has returned.
if name ~= '' and not (hold and match(hold, '^%S+ 0')) then return 'duplicate' end
local place, print = match(ARGV[9], '^(%S+) (%S+)$')
if place and not settlePlace(KEYS[6], place, print, '-') then return 'duplicate' end
if byItself then call('HSET', KEYS[5], name, (string.gsub(hold, '^(%S+) 0', '%1 1')))
elseif hold then call('HDEL', KEYS[5], name) end

-- Capped at what this epoch admitted: a rewound store would otherwise return units that other calls used.
local included, overage, credits = match(ARGV[4], '^(%S+) (%S+) (%S+)$')
included = min(tonumber(included), ai - ri)
overage = min(tonumber(overage), ao - ro)
credits = min(tonumber(credits), ac - rc)
local given = included + overage

call('HSET', KEYS[2], 'counter', format(WRITE_COUNTER, epoch, bi, bo, bc, ai, ao, ac, ri + included, ro + overage, rc + credits))
countUsage(KEYS[2], ARGV[5], 1, given)
countUsage(KEYS[2], ARGV[6], 1, 0)

local spent = call('HGET', KEYS[1], 'credits')
if spent and credits ~= 0 then
  local creditsEpoch, base, taken, returned = match(spent, CREDITS)
  returned = returned + min(credits, base + taken - returned)
  call('HSET', KEYS[1], 'credits', format(WRITE_CREDITS, creditsEpoch, base, taken, returned))
end

local family = call('GET', KEYS[4])
if family then
  local tat, familyMonth, units, holds = match(family, FAMILY)
  if familyMonth == month then
    call('SET', KEYS[4], format(WRITE_FAMILY, tat, familyMonth, max(0, units - given), holds), 'KEEPTTL')
  end
end
if not byItself then call('SET', KEYS[3], sequence, 'EX', ARGV[7]) end
return 'returned'
