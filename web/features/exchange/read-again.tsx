import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Import, ImportFormat, ImportOptions, YoloTask } from '../../../shared/contracts/exchange.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './exchange.module.css'
import { importFormats } from './formats.ts'
import { checkAgain } from './queries.ts'
import { formatTexts, importTexts as texts } from './texts.ts'

const { readAgain: words } = texts

/** Form that reads a file again, with other options or after adding images. */
export function ReadAgain({ given }: { given: Import }) {
  const check = useMutation(checkAgain(given.id))
  const [options, setOptions] = useState<ImportOptions>({ ...given.options, ...(given.format && { format: given.format }) })
  const { format } = options
  return (
    <>
      <div className={styles.settings}>
        <Select
          label={words.format}
          value={format ?? ''}
          onChange={event => setOptions(event.target.value ? { format: event.target.value as ImportFormat } : {})}
          options={[
            { value: '', label: words.detectFormat },
            ...importFormats.map(each => ({ value: each, label: formatTexts[each].name }))
          ]}
        />
        {(format === 'voc' || format === 'coralnet') && (
          <Select
            label={words.countedFrom}
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
            label={words.task.label}
            value={options.task ?? ''}
            onChange={event => {
              const { task: _, ...others } = options
              setOptions(event.target.value ? { ...others, task: event.target.value as YoloTask } : others)
            }}
            options={[
              { value: '', label: words.detectTask },
              { value: 'detect', label: words.task.detect },
              { value: 'obb', label: words.task.obb },
              { value: 'segment', label: words.task.segment }
            ]}
          />
        )}
      </div>
      {check.error && <ErrorPanel title={words.failed} detail={sentenceOf(check.error, words.refused)} />}
      <div>
        <Button busy={check.isPending} onClick={() => check.mutate(options)}>
          {words.submit}
        </Button>
      </div>
    </>
  )
}
