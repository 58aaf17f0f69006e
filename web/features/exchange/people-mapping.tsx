import { useMemo, useState } from 'react'
import type { ForeignPerson } from '../../../shared/contracts/exchange.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { BareSelect } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import styles from './exchange.module.css'
import { importTexts as texts } from './texts.ts'

const { people: words } = texts

interface PeopleMappingProps {
  people: readonly ForeignPerson[]
  members: readonly { id: string; name: string }[]
  readOnly: boolean
  onChange: (person: Pick<ForeignPerson, 'id' | 'machine' | 'accountId'>) => void
}

const pageSize = 100
const searchedFrom = 12

/** Table of the annotators in a file. Each is mapped to a member, kept as a name without an account, or marked as a program. */
export function PeopleMapping({ people, members, readOnly, onChange }: PeopleMappingProps) {
  const [text, setText] = useState('')
  const [shown, setShown] = useState(pageSize)
  const sorted = useMemo(() => people.toSorted((a, b) => b.annotationCount - a.annotationCount), [people])
  const sought = text.trim().toLowerCase()
  const found = sought ? sorted.filter(({ name }) => name.toLowerCase().includes(sought)) : sorted
  return (
    <>
      {people.length > searchedFrom && (
        <SearchField label={words.find} value={text} onChange={event => setText(event.currentTarget.value)} className={styles.search} />
      )}
      <Table<ForeignPerson>
        label={words.table}
        rows={found.slice(0, shown)}
        rowKey={({ id }) => id}
        columns={[
          { id: 'name', header: words.nameColumn, cell: ({ name }) => <span className={styles.message}>{name}</span> },
          {
            id: 'count',
            header: words.countColumn,
            number: true,
            stackedLabel: true,
            cell: ({ annotationCount }) => formatNumber(annotationCount, 0)
          },
          {
            id: 'who',
            header: words.targetColumn,
            cell: person => (
              <BareSelect
                className={styles.target}
                label={words.target(person.name)}
                disabled={readOnly}
                value={person.machine ? 'machine' : (person.accountId ?? 'name')}
                onChange={event => onChange({ id: person.id, ...meaning(event.target.value) })}
                options={[
                  { value: 'name', label: words.keepName },
                  ...members.map(({ id, name }) => ({ value: id, label: name })),
                  { value: 'machine', label: words.program }
                ]}
              />
            )
          }
        ]}
      />
      {found.length === 0 && <p className={styles.nothing}>{words.none(text.trim())}</p>}
      {found.length > shown && (
        <div>
          <Button size="small" onClick={() => setShown(shown + pageSize)}>
            {words.showMore(Math.min(pageSize, found.length - shown))}
          </Button>
        </div>
      )}
    </>
  )
}

function meaning(value: string): Pick<ForeignPerson, 'machine' | 'accountId'> {
  return { machine: value === 'machine', accountId: value === 'machine' || value === 'name' ? null : value }
}
