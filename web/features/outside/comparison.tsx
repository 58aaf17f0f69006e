import { useQuery } from '@tanstack/react-query'
import type { RecordDetail } from '../../../shared/contracts/outside-records.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './outside.module.css'
import { recordWith } from './queries.ts'
import { texts } from './texts.ts'

const { comparison: words } = texts

/** Comparison of a record with its match: the fields that differ, side by side. */
export function Comparison({ record, matchId }: { record: RecordDetail; matchId: string }) {
  const match = useQuery(recordWith(matchId))
  return (
    <section aria-label={words.title}>
      <h3>{words.title}</h3>
      <Loaded query={match} failed={texts.record.failed} skeleton={<SkeletonRows rows={3} label={texts.record.loading} />}>
        {other => <Differences one={record} other={other} />}
      </Loaded>
    </section>
  )
}

function Differences({ one, other }: { one: RecordDetail; other: RecordDetail }) {
  const sets = { [texts.record.dataset]: [one.dataset?.title, other.dataset?.title] }
  const names = [...new Set([...Object.keys(one.fields), ...Object.keys(other.fields)])].sort()
  const pairs = [...Object.entries(sets), ...names.map(name => [name, [one.fields[name], other.fields[name]]] as const)]
  const differing = pairs.filter(([, [mine, theirs]]) => mine !== theirs)
  if (differing.length === 0) return <p className={styles.quiet}>{words.same}</p>
  return (
    <table className={styles.comparison}>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.thisOne}</th>
          <th scope="col">{words.other}</th>
        </tr>
      </thead>
      <tbody>
        {differing.map(([name, [mine, theirs]]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{String(mine ?? texts.record.notStated)}</td>
            <td>{String(theirs ?? texts.record.notStated)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
