import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DeleteIcon } from '../../ui/icons.tsx'
import { PopoverButton } from '../../ui/popover.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { reviewKeys } from '../review-lists.ts'
import styles from './filters.module.css'
import { forgetFilter, savedFilters, saveFilter } from './queries.ts'
import { texts } from './texts.ts'

const { saved: words } = texts

interface SavedFiltersProps {
  projectId: string
  /** Current filter as text; empty without a filter. */
  current: string
  mayEdit: boolean
  onChoose: (filter: string) => void
}

/** Popover with the saved filters of a project. */
export function SavedFilters(props: SavedFiltersProps) {
  return (
    <PopoverButton label={words.title} trigger={words.title} size="small">
      {close => (
        <SavedList
          {...props}
          onChoose={filter => {
            props.onChoose(filter)
            close()
          }}
        />
      )}
    </PopoverButton>
  )
}

// Long: one list with its rows and keyboard handling.
function SavedList({ projectId, current, mayEdit, onChoose }: SavedFiltersProps) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(savedFilters(projectId))
  const [name, setName] = useState('')
  const renew = () => client.invalidateQueries({ queryKey: reviewKeys.filters(projectId) })
  const save = useMutation({
    mutationFn: () => saveFilter(projectId, name.trim(), current),
    onSuccess: () => {
      setName('')
      return renew()
    }
  })
  const forget = useMutation({ mutationFn: (id: string) => forgetFilter(projectId, id), onSuccess: renew })

  return (
    <div className={styles.saved}>
      <h2 className={styles.savedHeading}>{words.title}</h2>
      {error && !data ? (
        <p className={styles.problem} role="alert">
          {sentenceOf(error, words.failed)}{' '}
          <Button size="small" onClick={() => void refetch()}>
            {words.retry}
          </Button>
        </p>
      ) : data === undefined ? (
        <p className={styles.hint} role="status">
          {words.loading}
        </p>
      ) : data.length === 0 ? (
        <p className={styles.hint}>{words.none}</p>
      ) : (
        <ul className={styles.savedList}>
          {data.map(filter => (
            <li key={filter.id}>
              <button
                type="button"
                aria-current={filter.filter === current ? 'true' : undefined}
                data-tip={words.by(filter.createdBy)}
                onClick={() => onChoose(filter.filter)}
              >
                {filter.name}
              </button>
              {mayEdit && (
                <IconButton size="small" label={words.remove(filter.name)} onClick={() => forget.mutate(filter.id)}>
                  <DeleteIcon aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {forget.error && (
        <p className={styles.problem} role="alert">
          {sentenceOf(forget.error, words.notRemoved)}
        </p>
      )}
      {mayEdit && current !== '' && !isTemporary(current) && (
        <form
          className={styles.saveForm}
          onSubmit={event => {
            event.preventDefault()
            save.mutate()
          }}
        >
          <TextField
            label={words.name}
            value={name}
            maxLength={100}
            required
            error={save.error ? sentenceOf(save.error, words.notSaved) : undefined}
            onChange={event => {
              save.reset()
              setName(event.target.value)
            }}
          />
          <Button type="submit" size="small" variant="primary" busy={save.isPending}>
            {words.save}
          </Button>
        </form>
      )}
    </div>
  )
}

/** True for a filter on an import or a drawn area. Such a filter cannot be saved, because imports and drawn areas expire. */
const isTemporary = (filter: string): boolean => /(?:^|[^\w.])(?:import\.is|importedFacts\.is|area\.inside)\./.test(filter)
