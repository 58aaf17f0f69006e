import { useState } from 'react'
import { Switch } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { letterKeysOn, setLetterKeys, useAllShortcuts, writeKeys } from '../ui/shortcuts.ts'
import styles from './key-sheet.module.css'

/** The keys that work where one is. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  const [letters, setLetters] = useState(letterKeysOn)
  const groups = Map.groupBy(useAllShortcuts(), ({ scope }) => scope)
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      {[...groups].map(([scope, shortcuts]) => (
        <section key={scope} aria-label={scope}>
          <h3 className={styles.scope}>{scope}</h3>
          <dl className={styles.keys}>
            {shortcuts.map(({ id, keys, label }) => (
              <div key={id}>
                <dt>{label}</dt>
                <dd>
                  <kbd>{writeKeys(keys)}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        label="Letter keys"
        description="Off: only keys with Ctrl or ⌘ do something."
        checked={letters}
        onChange={event => {
          setLetterKeys(event.target.checked)
          setLetters(event.target.checked)
        }}
      />
    </Dialog>
  )
}
