export const naegele = {
  citation:
    'Naegele FC. Erfahrungen und Abhandlungen aus dem Gebiethe der Krankheiten des weiblichen Geschlechtes. Mannheim 1812',
};
export const acog700 = {
  citation:
    'American College of Obstetricians and Gynecologists. Committee Opinion 700: methods for estimating the due date. Obstet Gynecol 2017;129:e150-e154',
  doi: '10.1097/AOG.0000000000002046',
};
export const wilcox1995 = {
  citation:
    'Wilcox AJ, Weinberg CR, Baird DD. Timing of sexual intercourse in relation to ovulation: effects on the probability of conception, survival of the pregnancy, and sex of the baby. N Engl J Med 1995;333:1517-1521',
  doi: '10.1056/NEJM199512073332301',
};
export const wilcox2000 = {
  citation:
    'Wilcox AJ, Dunson D, Baird DD. The timing of the "fertile window" in the menstrual cycle: day specific estimates from a prospective study. BMJ 2000;321:1259-1262',
  doi: '10.1136/bmj.321.7271.1259',
};
