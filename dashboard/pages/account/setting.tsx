import type { ComponentChildren } from 'preact';

interface SettingProps {
  readonly term: string;
  readonly children: ComponentChildren;
  /** A button that changes it. */
  readonly action?: ComponentChildren;
}

/** One thing that can be changed: what it is, how it is set, and a button. */
export function Setting({ term, children, action }: SettingProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
      {action ? <dd class="actions">{action}</dd> : null}
    </div>
  );
}

export function Settings({ children }: { readonly children: ComponentChildren }) {
  return <dl class="settings">{children}</dl>;
}
