import { useState } from 'react'
import { Switch } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { letterKeysOn, setLetterKeys, useAllShortcuts, writeKeys } from '../../ui/shortcuts.ts'
import { SearchField } from '../../ui/text-field.tsx'
import styles from './key-sheet.module.css'
import { texts } from './texts.ts'

/** Help dialog with the shortcuts of the current screen and short guides. A search filters both. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  const [letters, setLetters] = useState(letterKeysOn)
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(' ').filter(Boolean)
  const isFound = (...parts: string[]) => words.every(word => parts.join(' ').toLowerCase().includes(word))
  const shortcuts = useAllShortcuts().filter(({ label, keys, scope }) => isFound(label, writeKeys(keys), scope))
  const groups = Map.groupBy(shortcuts, ({ scope }) => scope)
  const guides = texts.guideList.filter(guide => isFound(guide.title, guide.text))
  return (
    <Dialog title={texts.title} size="wide" isOpen onClose={onClose}>
      <SearchField label={texts.search} value={text} maxLength={100} onChange={event => setText(event.target.value)} />
      {shortcuts.length === 0 && guides.length === 0 && <p role="status">{texts.nothing(text)}</p>}
      <div className={styles.columns}>
        {[...groups].map(([scope, keys]) => (
          <section key={scope} className={styles.group} aria-label={scope}>
            <h3 className={styles.scope}>{scope}</h3>
            <dl className={styles.keys}>
              {keys.map(({ id, keys, label }) => (
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
      </div>
      {guides.length > 0 && (
        <section aria-label={texts.guides}>
          <h3 className={styles.scope}>{texts.guides}</h3>
          {guides.map(({ title, text }) => (
            <details key={title} className={styles.guide} open={words.length > 0 || undefined}>
              <summary>{title}</summary>
              <p>{text}</p>
            </details>
          ))}
        </section>
      )}
      <Switch
        label={texts.letters}
        description={texts.aboutLetters}
        checked={letters}
        onChange={event => {
          setLetterKeys(event.target.checked)
          setLetters(event.target.checked)
        }}
      />
    </Dialog>
  )
}
