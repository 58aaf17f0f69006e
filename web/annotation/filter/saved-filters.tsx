import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteIcon } from '../../ui/icons.tsx'
import { PopoverButton } from '../../ui/popover.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TipButton } from '../../ui/tip-button.tsx'
import { reviewKeys } from '../review-lists.ts'
import styles from './filters.module.css'
import { forgetFilter, savedFilters, saveFilter } from './queries.ts'

interface SavedFiltersProps {
  projectId: string
  /** Shown filter as text; empty without a filter. */
  current: string
  mayEdit: boolean
  onChoose: (filter: string) => void
}

/** Filters that the project stores under a name. */
export function SavedFilters(props: SavedFiltersProps) {
  return (
    <PopoverButton label="Saved filters" trigger="Saved filters" size="small">
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

// Long: one list with its keys and rows.
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
      <h2 className={styles.savedHeading}>Saved filters</h2>
      {error && !data ? (
        <p className={styles.problem} role="alert">
          {sentenceOf(error, 'The filters could not be loaded.')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : data === undefined ? (
        <p className={styles.hint} role="status">
          Reading them…
        </p>
      ) : data.length === 0 ? (
        <p className={styles.hint}>No saved filters yet. Everyone in the project can use a saved filter.</p>
      ) : (
        <ul className={styles.savedList}>
          {data.map(filter => (
            <li key={filter.id}>
              <button
                type="button"
                aria-current={filter.filter === current ? 'true' : undefined}
                data-tip={`Saved by ${filter.createdBy}`}
                onClick={() => onChoose(filter.filter)}
              >
                {filter.name}
              </button>
              {mayEdit && (
                <TipButton size="small" label={`Delete the filter ${filter.name}`} onClick={() => forget.mutate(filter.id)}>
                  <DeleteIcon aria-hidden />
                </TipButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {forget.error && (
        <p className={styles.problem} role="alert">
          {sentenceOf(forget.error, 'The filter was not deleted.')}
        </p>
      )}
      {mayEdit && current !== '' && (
        <form
          className={styles.saveForm}
          onSubmit={event => {
            event.preventDefault()
            save.mutate()
          }}
        >
          <TextField
            label="Save this filter as"
            value={name}
            maxLength={100}
            required
            error={save.error ? sentenceOf(save.error, 'The filter was not saved.') : undefined}
            onChange={event => {
              save.reset()
              setName(event.target.value)
            }}
          />
          <Button type="submit" size="small" variant="primary" busy={save.isPending}>
            Save
          </Button>
        </form>
      )}
    </div>
  )
}
