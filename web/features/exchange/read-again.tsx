import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Import, ImportFormat, ImportOptions, YoloTask } from '../../../shared/contracts/exchange.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './exchange.module.css'
import { formatWords, importFormats } from './formats.ts'
import { checkAgain } from './queries.ts'

/** Reads a file once more, with other options or after photographs were added. */
export function ReadAgain({ given }: { given: Import }) {
  const check = useMutation(checkAgain(given.id))
  const [options, setOptions] = useState<ImportOptions>({ ...given.options, ...(given.format && { format: given.format }) })
  const { format } = options
  return (
    <>
      <div className={styles.settings}>
        <Select
          label="Format"
          value={format ?? ''}
          onChange={event => setOptions(event.target.value ? { format: event.target.value as ImportFormat } : {})}
          options={[
            { value: '', label: 'Recognised from the content' },
            ...importFormats.map(each => ({ value: each, label: formatWords[each].name }))
          ]}
        />
        {(format === 'voc' || format === 'coralnet') && (
          <Select
            label="The first pixel is number"
            value={String(options.countedFrom ?? (format === 'voc' ? 1 : 0))}
            onChange={event => setOptions({ ...options, countedFrom: Number(event.target.value) })}
            options={[
              { value: '0', label: '0' },
              { value: '1', label: '1' }
            ]}
          />
        )}
        {format === 'yolo' && (
          <Select
            label="Lines hold"
            value={options.task ?? ''}
            onChange={event => {
              const { task: _, ...others } = options
              setOptions(event.target.value ? { ...others, task: event.target.value as YoloTask } : others)
            }}
            options={[
              { value: '', label: 'Recognised from the content' },
              { value: 'detect', label: 'Boxes (detect)' },
              { value: 'obb', label: 'Turned boxes (obb)' },
              { value: 'segment', label: 'Polygons (segment)' }
            ]}
          />
        )}
      </div>
      {check.error && <ErrorPanel title="It was not read again" detail={sentenceOf(check.error, 'The server refused. Try again.')} />}
      <div>
        <Button busy={check.isPending} onClick={() => check.mutate(options)}>
          Read it again
        </Button>
      </div>
    </>
  )
}
