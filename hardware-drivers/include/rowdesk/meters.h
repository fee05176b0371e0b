/* How a mixer hands out meters: one row of floats per strip, linear, full scale 1.0. C11 and C++. */
#ifndef ROWDESK_METERS_H
#define ROWDESK_METERS_H

/* Each reader gets the maxima since its own last read. */
#define RD_METER_READERS 8

enum rd_meter {
  RD_METER_PRE_LEFT,        /* sample peak at Post-Trim */
  RD_METER_PRE_RIGHT,       /* 0 where the strip has one leg */
  RD_METER_POST_LEFT,       /* sample peak at Post-Fader */
  RD_METER_POST_RIGHT,
  RD_METER_RMS_LEFT,        /* Post-Fader, AES17: a full-scale sine is 1.0; time constant 300 ms */
  RD_METER_RMS_RIGHT,
  RD_METER_GATE_REDUCTION,  /* dB, 0 or less */
  RD_METER_COMP_REDUCTION,  /* dB, 0 or less */
  RD_METER_FLOATS
};

#endif
