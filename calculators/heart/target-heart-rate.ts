import { z } from 'zod';
import { classify, defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { acsmIntensity } from './acsm-intensity.ts';
import { heart } from './family.ts';
import { estimateRemarks, heartRateRange, intensityMethod, MAX_SOURCES, rangeEquations } from './heart-rate-range.ts';
import { garber2011 } from './sources.ts';

/**
 * Intensities in percent, a convention: beginners in the moderate zone of the American Heart Association, advanced in
 * its vigorous one; without a level its whole target zone.
 */
const BY_LEVEL = {
  beginner: { from: 50, to: 70 },
  intermediate: { from: 60, to: 85 },
  advanced: { from: 70, to: 85 },
};
const TARGET_ZONE = { from: 50, to: 85 };

/** The heart rate to train at. */
export const targetHeartRate = defineCalculator({
  name: 'target-heart-rate',
  family: heart,
  since: 'classic',
  aliases: ['thr', 'karvonen'],
  input: z.object({
    age: field.age({ min: 10, max: 100 }).optional(),
    max_heart_rate: field.heartRate({ min: 80, max: 240 }).optional(),
    resting_heart_rate: field.heartRate({ min: 25, max: 150 }).optional(),
    intensity: field.percentage({ min: 1, max: 100 }).optional(),
    fitness_level: field.choice(['beginner', 'intermediate', 'advanced'], { labels: 'fitness_level' }).optional(),
    // The default method depends on whether the resting rate is given, so none is documented.
    method: method(rangeEquations).unwrap().optional(),
  }),
  output: z.object({
    max_heart_rate_bpm: result.beatsPerMinute(),
    max_heart_rate_source: result.key(MAX_SOURCES),
    heart_rate_reserve_bpm: result.beatsPerMinute().optional(),
    target_heart_rate_bpm: result.beatsPerMinute().optional(),
    intensity_class: result.classOf(acsmIntensity.karvonen, acsmIntensity.percent_of_max).optional(),
    target_zone: z.object({ min_bpm: result.beatsPerMinute(), max_bpm: result.beatsPerMinute() }).optional(),
  }),
  profile: ['age', 'max_heart_rate', 'resting_heart_rate', 'intensity', 'fitness_level'],
  equations: rangeEquations,
  sources: [
    garber2011,
    { citation: 'American Heart Association. Target heart rates chart: 50 to 70 % moderate, 70 to 85 % vigorous' },
  ],
  examples: [
    {
      input: { max_heart_rate: 185, resting_heart_rate: 55, intensity: 70 },
      output: { target_heart_rate_bpm: 146, heart_rate_reserve_bpm: 130, intensity_class: 'vigorous' },
      origin: 'By hand: 55 + 0.7 · (185 − 55) = 55 + 91 = 146',
    },
    {
      input: { age: 40, intensity: 77 },
      output: { max_heart_rate_bpm: 180, target_heart_rate_bpm: 139, intensity_class: 'vigorous' },
      origin: 'By hand: 208 − 28 = 180; · 0.77 = 138.6; 77 % of the maximum is the lower limit of vigorous',
    },
    {
      input: { age: 40, resting_heart_rate: 60, intensity: 59.9 },
      output: { target_heart_rate_bpm: 132, intensity_class: 'moderate' },
      origin: 'By hand: 60 + 0.599 · 120 = 60 + 71.88 = 131.88; below 60 % of the reserve',
    },
    {
      input: { max_heart_rate: 190, fitness_level: 'intermediate' },
      output: { target_zone: { min_bpm: 114, max_bpm: 162 } },
      origin: 'By hand: 0.6 · 190 = 114; 0.85 · 190 = 161.5',
    },
    {
      input: { age: 30, resting_heart_rate: 67 },
      output: { max_heart_rate_bpm: 187, target_zone: { min_bpm: 127, max_bpm: 169 } },
      origin: 'By hand: 208 − 21 = 187; 67 + 0.5 · 120 = 127; 67 + 0.85 · 120 = 169',
    },
    {
      input: { age: 40, resting_heart_rate: 60, intensity: 70, method: 'fox' },
      output: { max_heart_rate_bpm: 180, target_heart_rate_bpm: 144, intensity_class: 'vigorous' },
      origin: 'By hand: 220 − 40 = 180; 60 + 0.7 · 120 = 144',
    },
  ],
  calculate(person) {
    const { intensity, fitness_level } = person;
    if (intensity !== undefined && fitness_level !== undefined) {
      throw new OutsideValidity('fitness_level', 'target-heart-rate.intensity_given_twice');
    }
    const { max, source, reserve, at } = heartRateRange(person);
    const { from, to } = fitness_level === undefined ? TARGET_ZONE : BY_LEVEL[fitness_level];
    return {
      max_heart_rate_bpm: max,
      max_heart_rate_source: source,
      ...(reserve === undefined ? {} : { heart_rate_reserve_bpm: reserve }),
      ...(intensity === undefined
        ? { target_zone: { min_bpm: at(from), max_bpm: at(to) } }
        : {
            target_heart_rate_bpm: at(intensity),
            intensity_class: classify(intensity, acsmIntensity[intensityMethod(person)]),
          }),
    };
  },
  explain(person) {
    const { equation, warnings, notes } = estimateRemarks(person);
    return {
      equation,
      classes: { intensity_class: acsmIntensity[intensityMethod(person)] },
      warnings,
      notes: person.intensity === undefined ? [...notes, 'target-heart-rate.convention'] : notes,
    };
  },
});
