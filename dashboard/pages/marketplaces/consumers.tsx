import { useState } from 'preact/hooks';
import type { Marketplace } from '../../api/marketplaces.ts';
import { Button } from '../../components/button.tsx';
import { Empty } from '../../components/empty.tsx';
import { Field } from '../../components/field.tsx';
import { Table } from '../../components/table.tsx';
import { formatNumber } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';

/** A marketplace may have thousands of consumers. */
const ROWS_AT_ONCE = 50;

/** Who calls through a marketplace, to be found by name or subscription. */
export function Consumers({ marketplace: { marketplace, mode, consumers } }: { readonly marketplace: Marketplace }) {
  const [text, setText] = useState('');
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const wanted = text.trim().toLowerCase();
  const found = consumers.filter(({ user, subscription }) => `${user}\n${subscription}`.toLowerCase().includes(wanted));
  if (consumers.length === 0) {
    return (
      <Empty title={t('marketplaces.noConsumers')}>
        <p>{t(mode === 'key' ? 'marketplaces.noConsumersKey' : 'marketplaces.noConsumersProxy')}</p>
      </Empty>
    );
  }
  return (
    <>
      <search class="filters">
        <Field
          name="consumer"
          type="search"
          label={t('marketplaces.find')}
          onInput={(typed) => {
            setText(typed);
            setShown(ROWS_AT_ONCE);
          }}
        />
        <p class="hint" role="status">
          {t('marketplaces.found', { n: found.length, all: consumers.length })}
        </p>
      </search>
      <Table
        caption={t('marketplaces.consumers', { marketplace })}
        rows={found.slice(0, shown)}
        keyOf={({ user }) => user}
        empty={<Empty title={t('marketplaces.nothingFound')} />}
        columns={[
          { name: 'user', head: t('marketplaces.consumer'), cell: ({ user }) => user },
          { name: 'subscription', head: t('marketplaces.subscription'), cell: ({ subscription }) => subscription },
          { name: 'plan', head: t('marketplaces.plan'), cell: ({ plan }) => plan },
          { name: 'keys', head: t('marketplaces.keys'), figures: true, cell: ({ keys }) => formatNumber(keys) },
        ]}
      />
      {found.length > shown ? (
        <div class="more">
          <Button onClick={() => setShown(shown + ROWS_AT_ONCE)}>{t('action.more')}</Button>
        </div>
      ) : null}
    </>
  );
}
