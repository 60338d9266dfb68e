import { field } from '../kit/index.ts';

/** Breaths a minute, counted. */
export const respiratoryRate = () => field.count({ min: 1, max: 100 }, '/min');

/** Heart rate of a person who may be in shock or in a tachyarrhythmia. */
export const heartRate = () => field.count({ min: 20, max: 300 }, 'bpm');

/** Oxygen saturation of haemoglobin, as a pulse oximeter shows it. */
export const oxygenSaturation = () => field.count({ min: 50, max: 100 }, '%');

/** Systolic blood pressure down to that of a person in shock. */
export const systolic = () => field.bloodPressure({ min: 40, max: 300 });

/** Diastolic blood pressure down to that of a person in shock. */
export const diastolic = () => field.bloodPressure({ min: 10, max: 200 });

/** Body temperature from deep hypothermia to hyperpyrexia. */
export const temperature = () => field.temperature({ min: 25, max: 44 });

/** Sum of the three responses of the Glasgow coma scale. */
export const glasgowComaScale = () => field.count({ min: 3, max: 15 });

/** Age of an adult in completed years. */
export const adultAge = () => field.age({ min: 18, max: 120 });
