import { type Desk, type Fields, type Row, Type, view } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { parameterAddresses, processorPath } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import { maximumOf, parameter, roleOf, shownValue } from '../parameters.ts';
import type { Parameter, Processors } from '../processors.ts';
import { processorId } from './processor.ts';

const symbol = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' });

/** One parameter of a processor, described. It is written at `values`. */
export function parameterRow(layout: Layout, processors: Processors, desk: Desk): Row {
  return view('/channel/{kind}/{index}/chain/processors/{processorId}/params/{symbol}', {
    summary: 'A parameter of a processor: its range, its scale and its value',
    params: { ...params, processorId, symbol },
    addresses: parameterAddresses(layout, processors, desk),
    fields: parameter,
    get: (at, desk) => {
      const path = processorPath(at);
      const own = processors.get(desk.read(path).plugin)?.parameters.find((each) => each.symbol === at.symbol);
      return described(own as Parameter, desk.read(`${path}/values`));
    },
  });
}

function described(own: Parameter, values: Fields) {
  const { symbol, label, minimum, unit, scale, choices = [] } = own;
  return {
    symbol,
    label,
    value: values[symbol] as string | boolean | number,
    minimum,
    maximum: maximumOf(own, values),
    default: shownValue(own, own.default),
    unit,
    scale,
    choices,
    role: roleOf(own),
  };
}
