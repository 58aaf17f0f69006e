import type { OpportunityFit } from '../../../shared/contracts/opportunities.ts'
import { CheckIcon, InfoIcon } from '../../ui/icons.tsx'
import styles from './opportunities.module.css'
import { texts } from './texts.ts'

const { fit: words } = texts

/** Line such as "Fits you: Scleractinia in your catalog · North-East Atlantic". Renders nothing for a poor fit, or when too little is stated. */
export function FitLine({ fit: { verdict, reasons, obstacle } }: { fit: OpportunityFit }) {
  if (verdict === 'no' || verdict === 'too little stated') return null
  const isGood = verdict !== 'excluded'
  return (
    <p className={isGood ? styles.fit : styles.quiet}>
      {verdict === 'fits' ? <CheckIcon aria-hidden /> : <InfoIcon aria-hidden />}
      <span>
        {words[verdict]}: {obstacle ?? reasons.join(' · ')}
      </span>
    </p>
  )
}
