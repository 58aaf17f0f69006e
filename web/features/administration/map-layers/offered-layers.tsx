import { useMutation } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { CapabilitiesInquiry } from '../../../../shared/contracts/map-layers.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { Select } from '../../../ui/select.tsx'
import type { LayerForm } from './layer-draft.ts'
import styles from './map-layers.module.css'
import { readLayers } from './queries.ts'
import { texts } from './texts.ts'
import { useFilling } from './use-filling.ts'

const { offered: words } = texts.form

/** Choice among the layers that a WMS or WMTS server offers. It fills in the form. */
export function OfferedLayers({ form, kind }: { form: UseFormReturn<LayerForm>; kind: CapabilitiesInquiry['kind'] }) {
  const { mutate: read, data, error, isPending } = useMutation(readLayers())
  const fillIn = useFilling(form)
  const address = form.watch('address').trim()
  const layers = data?.layers ?? []

  function choose(index: number): void {
    const layer = layers[index]
    if (!layer) return
    form.setValue('address', layer.address, { shouldDirty: true, shouldValidate: true })
    form.setValue('projection', layer.projection, { shouldDirty: true })
    if (layer.wmsLayers) form.setValue('wmsLayers', layer.wmsLayers, { shouldDirty: true, shouldValidate: true })
    fillIn(layer.values)
  }

  return (
    <div className={styles.archives}>
      <FormSummary title={error ? sentenceOf(error, words.failed) : null} />
      <Button
        size="small"
        busy={isPending}
        disabled={address === ''}
        onClick={() => read({ kind, address, isOwnNetwork: form.getValues('isOwnNetwork') })}
      >
        {words.read}
      </Button>
      {data && (
        <Select
          label={words.label}
          description={layers.length > 0 ? words.about : words.none}
          options={[
            { value: '', label: words.choose },
            ...layers.map(({ title, wmsLayers }, index) => ({ value: String(index), label: wmsLayers ? `${title} (${wmsLayers})` : title }))
          ]}
          onChange={event => event.target.value !== '' && choose(Number(event.target.value))}
        />
      )}
    </div>
  )
}
