import { useEffect, useState } from 'preact/hooks';
import type { Consumer, Marketplace } from '../../api/marketplaces.ts';
import type { Pages } from '../../api/use-pages.ts';
import { Empty } from '../../components/empty.tsx';
import { Field } from '../../components/field.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { More } from '../../components/more.tsx';
import { Table } from '../../components/table.tsx';
import { formatNumber } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';

/** The search waits for a pause in typing. */
const TYPING_MS = 300;

interface ConsumersProps {
  readonly marketplace: Marketplace;
  readonly consumers: Pages<Consumer>;
  /** The current search text. */
  readonly find: string;
  readonly onFind: (find: string) => void;
}

/** The consumers of a marketplace, with a search by name or subscription. */
export function Consumers({ marketplace: { marketplace, mode }, consumers, find, onFind }: ConsumersProps) {
  const [text, setText] = useState(find);
  useEffect(() => {
    const typed = setTimeout(() => onFind(text.trim()), TYPING_MS);
    return () => clearTimeout(typed);
  }, [text]);
  return (
    <>
      <search class="filters">
        <Field name="consumer" type="search" label={t('marketplaces.find')} maxLength={200} onInput={setText} />
      </search>
      <Loaded of={consumers} lines={4}>
        {(rows) => (
          <Table
            caption={t('marketplaces.consumers', { marketplace })}
            rows={rows}
            keyOf={({ user }) => user}
            empty={find === '' ? <NoConsumers mode={mode} /> : <Empty title={t('marketplaces.nothingFound')} />}
            columns={[
              { name: 'user', head: t('marketplaces.consumer'), cell: ({ user }) => <bdi>{user}</bdi> },
              {
                name: 'subscription',
                head: t('marketplaces.subscription'),
                cell: ({ subscription }) => <bdi>{subscription}</bdi>,
              },
              { name: 'plan', head: t('marketplaces.plan'), cell: ({ plan }) => plan },
              { name: 'keys', head: t('marketplaces.keys'), figures: true, cell: ({ keys }) => formatNumber(keys) },
            ]}
          />
        )}
      </Loaded>
      <More of={consumers} />
    </>
  );
}

function NoConsumers({ mode }: Pick<Marketplace, 'mode'>) {
  return (
    <Empty title={t('marketplaces.noConsumers')}>
      <p>{t(mode === 'key' ? 'marketplaces.noConsumersKey' : 'marketplaces.noConsumersProxy')}</p>
    </Empty>
  );
}
