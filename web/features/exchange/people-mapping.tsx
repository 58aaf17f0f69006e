import { useMemo, useState } from 'react'
import type { ForeignPerson } from '../../../shared/contracts/exchange.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { BareSelect } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import styles from './exchange.module.css'

interface PeopleMappingProps {
  people: readonly ForeignPerson[]
  members: readonly { id: string; name: string }[]
  readOnly: boolean
  onChange: (person: Pick<ForeignPerson, 'id' | 'machine' | 'accountId'>) => void
}

const pageSize = 100
const searchedFrom = 12

/** People and programs of a file, and who they are here. */
export function PeopleMapping({ people, members, readOnly, onChange }: PeopleMappingProps) {
  const [text, setText] = useState('')
  const [shown, setShown] = useState(pageSize)
  const sorted = useMemo(() => people.toSorted((a, b) => b.annotationCount - a.annotationCount), [people])
  const sought = text.trim().toLowerCase()
  const found = sought ? sorted.filter(({ name }) => name.toLowerCase().includes(sought)) : sorted
  return (
    <>
      {people.length > searchedFrom && (
        <SearchField
          label="Find a person of the file"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          className={styles.search}
        />
      )}
      <Table<ForeignPerson>
        label="People of the file"
        rows={found.slice(0, shown)}
        rowKey={({ id }) => id}
        columns={[
          { id: 'name', header: 'In the file', cell: ({ name }) => <span className={styles.message}>{name}</span> },
          {
            id: 'count',
            header: 'Annotations',
            number: true,
            stackedLabel: true,
            cell: ({ annotationCount }) => formatNumber(annotationCount, 0)
          },
          {
            id: 'who',
            header: 'Is here',
            cell: person => (
              <BareSelect
                className={styles.target}
                label={`Who ${person.name} is here`}
                disabled={readOnly}
                value={person.machine ? 'machine' : (person.accountId ?? 'name')}
                onChange={event => onChange({ id: person.id, ...meaning(event.target.value) })}
                options={[
                  { value: 'name', label: 'Someone without an account: the name stays' },
                  ...members.map(({ id, name }) => ({ value: id, label: name })),
                  { value: 'machine', label: 'A program' }
                ]}
              />
            )
          }
        ]}
      />
      {found.length === 0 && <p className={styles.nothing}>Nobody in the file is called “{text.trim()}”.</p>}
      {found.length > shown && (
        <div>
          <Button size="small" onClick={() => setShown(shown + pageSize)}>
            {`Show ${formatNumber(Math.min(pageSize, found.length - shown), 0)} more`}
          </Button>
        </div>
      )}
    </>
  )
}

function meaning(value: string): Pick<ForeignPerson, 'machine' | 'accountId'> {
  return { machine: value === 'machine', accountId: value === 'machine' || value === 'name' ? null : value }
}
