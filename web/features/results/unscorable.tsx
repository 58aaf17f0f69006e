import { Checkbox } from '../../ui/choice.tsx'
import { formatNumber } from '../../ui/format.ts'
import styles from './results.module.css'
import { texts } from './texts.tsx'

const { cover: words } = texts

interface UnscorableProps {
  /** Labels to choose from, with the number of their points where it is known. */
  labels: readonly { id: string; name: string; points?: number; unscorable: boolean }[]
  change: (changes: Record<string, string>) => void
}

/** Choice of labels whose points are left out as unscorable, such as shadow or tape. */
export function Unscorable({ labels, change }: UnscorableProps) {
  const chosen = labels.filter(({ unscorable }) => unscorable)
  const set = (id: string, isOut: boolean) => {
    const ids = new Set(chosen.map(label => label.id))
    if (isOut) ids.add(id)
    else ids.delete(id)
    change({ unscorable: [...ids].join(',') })
  }
  return (
    <details className={styles.unscorable}>
      <summary>{words.unscorable(chosen.map(({ name }) => name))}</summary>
      <p className={styles.remark}>{words.unscorableAbout}</p>
      <div className={styles.labels}>
        {labels.map(({ id, name, points, unscorable }) => (
          <Checkbox
            key={id}
            label={points === undefined ? name : `${name} (${formatNumber(points, 0)})`}
            checked={unscorable}
            onChange={event => set(id, event.currentTarget.checked)}
          />
        ))}
      </div>
    </details>
  )
}
