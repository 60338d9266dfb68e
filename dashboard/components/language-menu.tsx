import { useContext, useId } from 'preact/hooks';
import { LanguageChoice } from '../texts/language-choice.ts';
import { languages, nameOfLanguage } from '../texts/languages.ts';
import { language, t } from '../texts/texts.ts';

export function LanguageMenu() {
  const id = useId();
  const choose = useContext(LanguageChoice);
  return (
    <div class="language">
      <label class="unseen" for={id}>
        {t('app.language')}
      </label>
      <select id={id} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {languages.map((code) => (
          <option key={code} value={code} lang={code} selected={code === language()}>
            {nameOfLanguage(code)}
          </option>
        ))}
      </select>
    </div>
  );
}
