import type { ComponentChildren } from 'preact';

interface SettingProps {
  readonly term: string;
  readonly children: ComponentChildren;
  /** A button that changes it. */
  readonly action?: ComponentChildren;
}

/** A setting: its name, its value, and a button to change it. */
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
