import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { MapArchive, MapLayerValues } from '../../../../shared/contracts/map-layers.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { LayerForm } from './layer-draft.ts'
import styles from './map-layers.module.css'
import { archives } from './queries.ts'
import { texts } from './texts.ts'

const { archive: words, required } = texts.form

/** Choice among the archives of the server. The chosen archive fills in the zoom levels, the extent, and text fields that nobody has edited. */
export function ArchiveField({ form, onFill }: { form: UseFormReturn<LayerForm>; onFill: (values: MapLayerValues) => void }) {
  const list = useQuery(archives())
  const chosen = form.watch('archive')
  const found = list.data ?? []
  const faulty = found.filter(({ fault }) => fault !== null)

  function fill(fileName: string): void {
    const values = found.find(archive => archive.fileName === fileName)?.values
    if (values) onFill(values)
  }

  return (
    <div className={styles.archives}>
      <Select
        label={words.label}
        description={list.isSuccess && found.length === 0 ? words.none : words.about}
        error={list.error ? sentenceOf(list.error, words.failed) : form.formState.errors.archive?.message}
        options={optionsOf(found, chosen)}
        {...form.register('archive', {
          validate: name => name !== '' || required,
          onChange: ({ target }) => fill((target as HTMLSelectElement).value)
        })}
      />
      {faulty.length > 0 && (
        <ul className={styles.faults} aria-label={words.faults}>
          {faulty.map(({ fileName, fault }) => (
            <li key={fileName}>{words.fault(fileName, fault ?? '')}</li>
          ))}
        </ul>
      )}
      <Button size="small" busy={list.isFetching} onClick={() => void list.refetch()}>
        {words.again}
      </Button>
      <VisuallyHidden>
        <span role="status">{list.isFetching ? words.loading : ''}</span>
      </VisuallyHidden>
    </div>
  )
}

/** Options of the field. The chosen archive is one of them even while the list loads, and when its file is gone or damaged. */
function optionsOf(found: readonly MapArchive[], chosen: string) {
  const usable = found.filter(({ fault }) => fault === null)
  const isListed = chosen === '' || usable.some(({ fileName }) => fileName === chosen)
  return [
    { value: '', label: words.choose },
    ...(isListed ? [] : [{ value: chosen, label: chosen }]),
    ...usable.map(({ fileName, sizeBytes }) => ({ value: fileName, label: words.file(fileName, sizeBytes) }))
  ]
}
