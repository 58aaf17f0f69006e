import { useEffect, useState } from 'react'

const settleMs = 350

/** Debounced value: it follows `value` once that has not changed for `settleMs`, so that not every key press sends a request. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
