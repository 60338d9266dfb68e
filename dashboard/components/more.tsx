import type { Pages } from '../api/use-pages.ts';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** A button below a list of `usePages` that loads the next page, if there is one. */
export function More<T>({ of: { next, more, loadingMore, moreProblem } }: { readonly of: Pages<T> }) {
  if (next === null) return null;
  return (
    <div class="more">
      {moreProblem ? <Notice tone="problem">{moreProblem.detail}</Notice> : null}
      <Button running={loadingMore} onClick={more}>
        {t(moreProblem ? 'action.tryAgain' : 'action.more')}
      </Button>
    </div>
  );
}
