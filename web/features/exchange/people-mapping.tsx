import type { ForeignPerson } from '../../../shared/contracts/exchange.ts'
import { formatNumber } from '../../ui/format.ts'
import { BareSelect } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import styles from './exchange.module.css'

interface PeopleMappingProps {
  people: readonly ForeignPerson[]
  members: readonly { id: string; name: string }[]
  readOnly: boolean
  onChange: (person: Pick<ForeignPerson, 'id' | 'machine' | 'accountId'>) => void
}

const mostShown = 200

/** People and programs of a file, and who they are here. */
export function PeopleMapping({ people, members, readOnly, onChange }: PeopleMappingProps) {
  return (
    <Table<ForeignPerson>
      label="People of the file"
      rows={people.slice(0, mostShown)}
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
  )
}

function meaning(value: string): Pick<ForeignPerson, 'machine' | 'accountId'> {
  return { machine: value === 'machine', accountId: value === 'machine' || value === 'name' ? null : value }
}
