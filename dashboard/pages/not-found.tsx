import { Link } from '../components/link.tsx';
import { Page } from '../components/page.tsx';
import { hrefOf } from '../navigation/router.ts';
import { t } from '../texts/texts.ts';

export function NotFound() {
  return (
    <Page title={t('notFound.title')} lead={t('notFound.lead')}>
      <Link kind="primary" href={hrefOf([])}>
        {t('notFound.back')}
      </Link>
    </Page>
  );
}
