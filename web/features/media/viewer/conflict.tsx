import type { Media, MediaEdit } from '../../../../shared/contracts/media.ts'
import { Button } from '../../../ui/button.tsx'
import { formatTime } from '../../../ui/format.ts'
import { type FactName, factNames } from '../edit-facts.ts'
import styles from './details.module.css'
import { texts } from './texts.ts'

const { conflict: words } = texts

interface ConflictProps {
  base: Media
  mine: Omit<MediaEdit, 'revision'>
  theirs: Media
  busy: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onEdit: () => void
}

/** Conflicting changes of two people to an image, side by side. Nothing is overwritten silently. */
export function Conflict({ base, mine, theirs, busy, onKeepMine, onTakeTheirs, onEdit }: ConflictProps) {
  const names = (Object.keys(factNames) as FactName[]).filter(name => name in mine || theirs[name] !== base[name])
  return (
    <section className={styles.form} role="alert">
      <h3>{words.title}</h3>
      <p className={styles.remark}>{words.about}</p>
      <table className={styles.compare}>
        <thead>
          <tr>
            <th scope="col">{words.fact}</th>
            <th scope="col">{words.yours}</th>
            <th scope="col">{words.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {names.map(name => {
            const yours = name in mine ? mine[name] : base[name]
            return (
              <tr key={name} data-differs={yours !== theirs[name] || undefined}>
                <th scope="row">{factNames[name]}</th>
                <td>{shown(name, yours)}</td>
                <td>{shown(name, theirs[name])}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={styles.buttons}>
        <Button variant="primary" busy={busy} onClick={onKeepMine}>
          {words.keepMine}
        </Button>
        <Button onClick={onEdit}>{words.edit}</Button>
        <Button variant="quiet" onClick={onTakeTheirs}>
          {words.takeTheirs}
        </Button>
      </div>
    </section>
  )
}

function shown(name: FactName, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return words.notKnown
  return name === 'eventDate' ? formatTime(String(value), true) : String(value)
}
