package io.cistern.observability;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Import;

/** Tests the whole application under the shipped configuration, with a model in plain Java. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        properties = {
            "cistern.models[0].id=echo",
            "cistern.models[0].path=config",
            "cistern.capacity.max-batch-size=3",
            "cistern.capacity.max-cache-length=32",
            "cistern.capacity.max-encoder-length=16"
        })
@AutoConfigureMockMvc
@Import(WithoutEngine.class)
@interface EchoServiceTest {}
