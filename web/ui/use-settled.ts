import { useEffect, useState } from 'react'

const settleMs = 350

/** Debounced value. It follows `value` once `value` is unchanged for `settleMs`, so that not every key press sends a request. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
